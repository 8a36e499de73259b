import NotesDomain
import NotesEncryption
import NotesHTTPClient
import NotesNetwork
import Wiring

/// The choice of the transport to the server: the mock network where the settings name one, HTTP otherwise. The other one is
/// not created.
struct ConnectionModule: Module {
  /// The key of the transport: ``Wiring/Key/server`` where encryption stands between it and the engine.
  let key: Key<any VaultTransport>

  func configure(_ binder: inout Binder) {
    binder.bind((any VaultTransport).self) {
      (network: NetworkSettings, mock: Lazy<any VaultTransport>, http: Lazy<any VaultTransport>) throws
        -> any VaultTransport in
      try network.mockNetwork == nil ? http.value : mock.value
    }.named(key).from(.unqualified, .lazy(.mock), .lazy(.http)).scoped(.singleton)
  }
}

extension Key where Value == Lazy<any VaultTransport> {
  /// A transport that is created on its first use.
  fileprivate static func lazy(_ transport: Key<any VaultTransport>) -> Self {
    transport.qualifier.map { Key($0) } ?? .unqualified
  }
}
