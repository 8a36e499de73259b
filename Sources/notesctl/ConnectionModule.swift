import NotesDomain
import NotesEncryption
import NotesHTTPClient
import NotesNetwork
import NotesSync
import Wiring

/// The choice of the transport to the server: the mock network where the settings name one, HTTP otherwise. The other one is
/// not created.
struct ConnectionModule: Module {
  /// Whether encryption stands between the connection and the engine.
  let isEncrypted: Bool

  func configure(_ binder: inout Binder) {
    binder.bind((any VaultTransport).self) {
      (network: NetworkSettings, mock: Lazy<any VaultTransport>, http: Lazy<any VaultTransport>) throws
        -> any VaultTransport in
      try network.mockNetwork == nil ? http.value : mock.value
    }.named(.server).from(.unqualified, .lazy(.mock), .lazy(.http)).scoped(.singleton)
    if !isEncrypted {
      binder.bind((any VaultTransport).self) {
        (transport: any VaultTransport, credentials: any CredentialStore, known: any EncryptionStore)
          -> any VaultTransport in
        PlainTransport(transport: transport, credentials: credentials, known: known)
      }.from(.server, .unqualified, .unqualified)
    }
  }
}

extension Key where Value == Lazy<any VaultTransport> {
  /// A transport that is created on its first use.
  fileprivate static func lazy(_ transport: Key<any VaultTransport>) -> Self {
    transport.qualifier.map { Key($0) } ?? .unqualified
  }
}
