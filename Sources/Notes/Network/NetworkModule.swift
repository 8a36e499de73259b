public import NotesDomain
public import Wiring

/// The layer's face: the way to a server.
public struct NetworkModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the ways to a server.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires(NetworkSettings.self)
    binder.requires((any SyncService).self)
    binder.requires((any BlobService).self)
    binder.requires((any Sleeper).self)

    binder.bind(NetworkFaults.self, to: .none)
    binder.bind(MockNetwork.self) {
      (settings: NetworkSettings, faults: NetworkFaults, sleeper: any Sleeper, service: Lazy<any SyncService>) in
      MockNetwork(service: LateService(service), vault: settings.vault, faults: faults, sleeper: sleeper)
    }.scoped(.singleton)
    binder.bind(Key<any SyncTransport>.mock) {
      (settings: NetworkSettings, network: MockNetwork) -> any SyncTransport in
      settings.mockNetwork == nil ? UnconfiguredTransport() : network
    }.scoped(.singleton)
    binder.bind(Key<any BlobTransport>.mock) {
      (settings: NetworkSettings, network: MockNetwork, service: Lazy<any BlobService>) -> any BlobTransport in
      guard settings.mockNetwork != nil else { return UnconfiguredTransport() }
      return MockBlobNetwork(network: network, service: LateBlobService(service))
    }.scoped(.singleton)
    binder.bind(Key<any ChangeListener>.mock, PollingListener.init).from(.mock, .unqualified)

    // Nobody chooses where there is nothing else.
    binder.bind((any SyncTransport).self) { (transport: any SyncTransport) in transport }.from(.mock).byDefault()
    binder.bind((any BlobTransport).self) { (transport: any BlobTransport) in transport }.from(.mock).byDefault()
    binder.bind((any ChangeListener).self) { (listener: any ChangeListener) in listener }.from(.mock).byDefault()
  }
}

extension Key where Value == any SyncTransport {
  /// The way of notes over a network that is only played; none where there is no such network.
  public static var mock: Self { Key("mock") }
}

extension Key where Value == any BlobTransport {
  /// The way of blobs over a network that is only played; none where there is no such network.
  public static var mock: Self { Key("mock") }
}

extension Key where Value == any ChangeListener {
  /// News of changes over a network that is only played.
  public static var mock: Self { Key("mock") }
}
