import NotesDomain
import NotesHTTPClient
import NotesNetwork
import Wiring

/// Which way leads to the vault: the network that is only played where somebody asks for it, otherwise HTTP. The way that is
/// not taken is not made.
struct ConnectionModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(NetworkSettings.self)

    binder.bind((any SyncTransport).self) {
      (network: NetworkSettings, mock: Lazy<any SyncTransport>, http: Lazy<any SyncTransport>) throws
        -> any SyncTransport in
      try network.mockNetwork == nil ? http.value : mock.value
    }.from(.unqualified, .mock, .http).scoped(.singleton)
    binder.bind((any BlobTransport).self) {
      (network: NetworkSettings, mock: Lazy<any BlobTransport>, http: Lazy<any BlobTransport>) throws
        -> any BlobTransport in
      try network.mockNetwork == nil ? http.value : mock.value
    }.from(.unqualified, .mock, .http).scoped(.singleton)
    binder.bind((any ChangeListener).self) {
      (network: NetworkSettings, mock: Lazy<any ChangeListener>, http: Lazy<any ChangeListener>) throws
        -> any ChangeListener in
      try network.mockNetwork == nil ? http.value : mock.value
    }.from(.unqualified, .mock, .http).scoped(.singleton)
  }
}

// Handles of what two layers bind under these names.

extension Key where Value == Lazy<any SyncTransport> {
  fileprivate static var mock: Self { Key("mock") }
  fileprivate static var http: Self { Key("http") }
}

extension Key where Value == Lazy<any BlobTransport> {
  fileprivate static var mock: Self { Key("mock") }
  fileprivate static var http: Self { Key("http") }
}

extension Key where Value == Lazy<any ChangeListener> {
  fileprivate static var mock: Self { Key("mock") }
  fileprivate static var http: Self { Key("http") }
}
