import NotesDomain
import NotesHTTPClient
import NotesTestSupport
import Wiring

/// What the transport of a road has around it.
struct DeviceSide: Module {
  let credentials: Credentials

  func configure(_ binder: inout Binder) {
    var settings = HTTPClientSettings(userAgent: "simulation")
    // A machine that is busy makes no other history of it.
    (settings.connecting, settings.idling, settings.answering) = (600_000, 600_000, 600_000)
    binder.bind(HTTPClientSettings.self, to: settings)
    binder.bind((any CredentialStore).self, to: InMemoryCredentialStore(credentials))
    binder.bind((any Sleeper).self, to: RecordingSleeper())
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 2))
    binder.bind(DeviceRoot.init(transport:blobs:)).from(.http, .http)
  }
}

/// What a road has of the transport.
struct DeviceRoot: Sendable {
  let transport: any SyncTransport
  let blobs: any BlobTransport
}
