package import NotesDomain
package import Wiring
import WiringMacros

/// The bindings of the mock network.
///
/// Its transport has the key ``Wiring/Key/mock``, since there are others; the composition root chooses one.
package struct NetworkModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the mock network.
  package func configure(_ binder: inout Binder) {
    binder.bind(NetworkFaults.self, to: .none)
    binder.bind(LazyServer.init)
    binder.bind((any VaultTransport).self) {
      (settings: NetworkSettings, faults: NetworkFaults, clock: any Clock<Duration>, server: LazyServer)
        -> any VaultTransport in
      guard settings.mockNetwork != nil else { return UnconfiguredTransport() }
      return MockNetwork(service: server, blobs: server, vault: settings.vault, faults: faults, clock: clock)
    }.named(.mock).scoped(.singleton)
    // A default, which the choice between several transports replaces.
    binder.bind((any VaultTransport).self) { (transport: any VaultTransport) in transport }.from(.mock).byDefault()
  }
}

extension Key where Value == any VaultTransport {
  /// The mock network; a transport that always fails where the settings name none.
  package static var mock: Key<any VaultTransport> { Key("mock") }
}

/// The choice of a network.
package struct NetworkSettings: Sendable, Hashable {
  /// The path of the mock network's vaults; `nil` for no mock network.
  package var mockNetwork: String?
  /// The vault of this device.
  package var vault: VaultID

  /// Creates settings.
  package init(mockNetwork: String?, vault: VaultID = .main) {
    self.mockNetwork = mockNetwork
    self.vault = vault
  }
}

/// The transport without a network: every request fails.
@Component(scope: .singleton)
struct UnconfiguredTransport: VaultTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply { throw .notConfigured }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply { throw .notConfigured }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? { throw .notConfigured }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply { throw .notConfigured }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    throw .notConfigured
  }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { throw .notConfigured }
}
