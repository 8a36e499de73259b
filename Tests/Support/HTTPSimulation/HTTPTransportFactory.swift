import NotesDomain
import NotesHTTPClient
import NotesHTTPServer
import NotesServer
package import NotesSimulation
import NotesTestSupport
import Wiring

/// HTTP lies in between: the server of the program listens on this machine, and the transport of the program asks it.
package struct HTTPTransportFactory: TransportFactory {
  /// Creates the transports.
  package init() {}

  /// Starts a server in front of some rules. It stops with the last reference to what is returned.
  package func connect(to services: Services) async throws -> Services {
    let account = try SingleAccountService()
    let side = HTTPServerFixtureModule(account: account)
    let modules: [any Module] = [HTTPServerModule(), ServerModule(), WatchModule(), side]
    // What is replaced are the rules: they are those that the world watches.
    let host = try await Plan((any SyncHost).self, modules: modules) {
      $0.replace((any SyncService).self, with: services.sync)
      $0.replace((any BlobService).self, with: services.blobs)
    }.build().root
    let (addresses, readiness) = AsyncThrowingStream<String, any Error>.makeStream()
    let serving = Task {
      do {
        try await host.serve { readiness.yield($0.first ?? "") }
        readiness.finish()
      } catch {
        readiness.finish(throwing: error)
      }
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = try await iterator.next() else { throw CancellationError() }
    let credentials = account.credentials(at: try ServerAddress(address))
    let device = try await Plan(DeviceRoot.self, modules: [HTTPClientModule(), HTTPDeviceModule(credentials: credentials)])
      .build().root
    let road = HTTPServices(transport: device.transport, blobs: device.blobs, serving: serving)
    return Services(sync: road, blobs: road)
  }
}

/// The way of requests over HTTP to a server's rules, as if those were called.
final class HTTPServices: SyncService, BlobService {
  private let transport: any SyncTransport
  private let blobs: any BlobTransport
  private let serving: Task<Void, Never>

  init(transport: any SyncTransport, blobs: any BlobTransport, serving: Task<Void, Never>) {
    self.transport = transport
    self.blobs = blobs
    self.serving = serving
  }

  deinit {
    serving.cancel()
  }

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await asked { () async throws(TransportError) in try await transport.push(batch) }
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await asked { () async throws(TransportError) in try await transport.changes(request) }
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await asked { () async throws(TransportError) in try await blobs.progress(of: digest) }
  }

  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobUploadReply {
    try await asked { () async throws(TransportError) in try await blobs.send(piece) }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await asked { () async throws(TransportError) in try await blobs.piece(of: digest, from: offset, limit: limit) }
  }

  private func asked<Reply>(_ ask: () async throws(TransportError) -> Reply) async throws(ServiceError) -> Reply {
    do throws(TransportError) {
      return try await ask()
    } catch {
      throw ServiceError(error)
    }
  }
}

extension ServiceError {
  /// What the rules said, by what arrived of it. A failure of HTTP itself counts as a refusal, which changes the history,
  /// so that it is noticed.
  fileprivate init(_ error: TransportError) {
    self =
      switch error {
      case .unavailable(let detail, _): .store(.failed(path: "over HTTP", detail: detail))
      default: .malformed(detail: "over HTTP: \(error)")
      }
  }
}

/// What the transport of a road has around it.
struct HTTPDeviceModule: Module {
  let credentials: Credentials

  func configure(_ binder: inout Binder) {
    var settings = HTTPClientSettings(userAgent: "simulation")
    // A machine that is busy makes no other history of it.
    (settings.connectTimeout, settings.idleTimeout, settings.responseTimeout) = (600_000, 600_000, 600_000)
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

/// Where nobody reads.
private struct NoLog: LogOutput {
  func write(_ line: String) {}
}

/// What the server of a road has around its routes.
struct HTTPServerFixtureModule: Module {
  let account: SingleAccountService

  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerOptions.self, to: HTTPServerOptions(flags: [.listen: "127.0.0.1:0", .logLevel: "error"]))
    // A history breaks its store again and again, and says so itself.
    binder.bind((any LogOutput).self, to: NoLog())
    binder.bind((any AccountService).self, to: account)
    binder.bind((any ServerStore).self, to: InMemoryServerStore())
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 1))
    binder.bind((any WallClock).self, to: FixedClock())
    binder.bind((any Sleeper).self, to: RecordingSleeper())
    binder.bind((any MonotonicClock).self, to: FixedMonotonicClock())
  }
}

/// Accounts of which there is one, with the vault of the world, signed in from the beginning.
struct SingleAccountService: AccountService {
  private let token = DeviceToken(drawnFrom: SeededRandomness(seed: 3))
  private let principal: Principal

  /// - Throws: When the account's name is none.
  init() throws {
    guard let name = AccountName("ada") else { throw AccountError.badCredentials }
    principal = Principal(account: name, vault: .main, device: SignedInDeviceID(bits: 1))
  }

  /// What its device keeps.
  func credentials(at server: ServerAddress) -> Credentials {
    Credentials(
      server: server, account: principal.account, vault: principal.vault, device: principal.device, token: token)
  }

  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    throw .badCredentials
  }

  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    guard token == self.token else { throw .unauthorized }
    return principal
  }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] { [] }

  func revoke(_ device: SignedInDeviceID, for principal: Principal) async throws(AccountError) {
    throw .unknownDevice
  }
}
