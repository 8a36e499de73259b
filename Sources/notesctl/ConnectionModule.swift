import NotesDomain
import NotesHTTPClient
import NotesNetwork
import Wiring

/// The choice of the transport whose ports sync uses: the mock network where the settings name one, HTTP otherwise. The
/// other one is not created.
struct ConnectionModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(NetworkSettings.self)

    binder.bind((any VaultTransport).self) {
      (network: NetworkSettings, mock: Lazy<any VaultTransport>, http: Lazy<any VaultTransport>) throws
        -> any VaultTransport in
      try network.mockNetwork == nil ? http.value : mock.value
    }.from(.unqualified, .mock, .http).scoped(.singleton)
  }
}

extension Key where Value == Lazy<any VaultTransport> {
  fileprivate static var mock: Self { Key("mock") }
  fileprivate static var http: Self { Key("http") }
}
