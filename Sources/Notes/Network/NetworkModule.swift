import NotesDomain
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
    binder.bind((any SyncTransport).self) {
      (settings: NetworkSettings, network: MockNetwork) -> any SyncTransport in
      settings.mockNetwork == nil ? UnconfiguredTransport() : network
    }.scoped(.singleton)
    binder.bind((any BlobTransport).self) {
      (settings: NetworkSettings, network: MockNetwork, service: Lazy<any BlobService>) -> any BlobTransport in
      guard settings.mockNetwork != nil else { return UnconfiguredTransport() }
      return MockBlobNetwork(network: network, service: LateBlobService(service))
    }.scoped(.singleton)
  }
}
