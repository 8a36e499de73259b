import NotesDomain
import NotesTestSupport

@testable import NotesHTTPClient

/// A device that is signed in to a server on this machine.
struct HTTPDevice {
  let credentials: Credentials
  let transport: HTTPTransport
  let accounts: HTTPAccountClient
  let clock = ManualClock()

  static let settings: HTTPClientSettings = {
    var settings = HTTPClientSettings(userAgent: "notesctl/test")
    // Only tests of timeouts may reach one, also on a busy machine.
    (settings.connectTimeout, settings.idleTimeout, settings.responseTimeout) = (
      .seconds(600), .seconds(600), .seconds(600)
    )
    settings.listenGrace = .seconds(600)
    return settings
  }()

  /// Creates a device whose server has a port on this machine.
  init(port: Int, isEncrypted: Bool = false, _ settings: HTTPClientSettings = settings) throws {
    let sample = try Credentials.sample(7)
    let credentials = Credentials(
      server: try ServerAddress("\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)/notes"),
      account: sample.account, vault: sample.vault, device: sample.device, token: sample.token)
    self.init(credentials: credentials, settings)
  }

  init(credentials: Credentials, _ settings: HTTPClientSettings = settings) {
    self.credentials = credentials
    let client = APIClient(connections: HTTPClientPool(settings: settings), settings: settings)
    transport = HTTPTransport(client: client, credentials: InMemoryCredentialStore(credentials))
    accounts = HTTPAccountClient(
      client: client, clock: clock, randomness: SeededRandomness(), settings: settings)
  }

  /// Requests changes.
  func changes() async throws(TransportError) -> ChangesReply {
    try await transport.changes(ChangesRequest(epoch: Epoch(bits: 1), after: Revision(4), floor: nil, limit: 9))
  }

  /// Requests a wait for changes.
  func listen() async throws(TransportError) -> WatchReply {
    try await transport.listen(WatchRequest(epoch: Epoch(bits: 1), after: Revision(4), timeout: .milliseconds(50)))
  }

  /// Returns the error of a request for changes.
  func failure() async throws -> TransportError? {
    do throws(TransportError) {
      _ = try await changes()
      return nil
    } catch {
      return error
    }
  }
}
