package import NotesDomain
package import Wiring
import WiringMacros

/// The layer's face: the way to a server.
package struct NetworkModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the ways to a server.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires(NetworkSettings.self)
    binder.requires((any SyncService).self)
    binder.requires((any BlobService).self)
    binder.requires((any Sleeper).self)

    binder.bind(NetworkFaults.self, to: .none)
    binder.bind(MockNetwork.self) {
      (settings: NetworkSettings, faults: NetworkFaults, sleeper: any Sleeper, service: Lazy<any SyncService>) in
      MockNetwork(service: LazySyncService(service), vault: settings.vault, faults: faults, sleeper: sleeper)
    }.scoped(.singleton)
    binder.bind(Key<any SyncTransport>.mock) {
      (settings: NetworkSettings, network: MockNetwork) -> any SyncTransport in
      settings.mockNetwork == nil ? UnconfiguredTransport() : network
    }.scoped(.singleton)
    binder.bind(Key<any BlobTransport>.mock) {
      (settings: NetworkSettings, network: MockNetwork, service: Lazy<any BlobService>) -> any BlobTransport in
      guard settings.mockNetwork != nil else { return UnconfiguredTransport() }
      return MockBlobNetwork(network: network, service: LazyBlobService(service))
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
  package static var mock: Self { Key("mock") }
}

extension Key where Value == any BlobTransport {
  /// The way of blobs over a network that is only played; none where there is no such network.
  package static var mock: Self { Key("mock") }
}

extension Key where Value == any ChangeListener {
  /// News of changes over a network that is only played.
  package static var mock: Self { Key("mock") }
}

/// Which network there is.
package struct NetworkSettings: Sendable, Hashable {
  /// Where the server of a network that is only played keeps its vaults; `nil` for no such network.
  package var mockNetwork: String?
  /// The vault that this device belongs to.
  package var vault: VaultID

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - mockNetwork: Where the server of a network that is only played keeps its vaults.
  ///   - vault: The vault that this device belongs to.
  package init(mockNetwork: String?, vault: VaultID = .main) {
    self.mockNetwork = mockNetwork
    self.vault = vault
  }
}

/// The network of who has not chosen any, or wants none.
@Component(scope: .singleton)
struct UnconfiguredTransport: SyncTransport, BlobTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply { throw .notConfigured }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply { throw .notConfigured }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? { throw .notConfigured }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply { throw .notConfigured }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    throw .notConfigured
  }
}
