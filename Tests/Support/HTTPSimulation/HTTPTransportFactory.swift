import NotesDomain
import NotesFronts
import NotesHTTPClient
import NotesHTTPServer
import NotesHosting
import NotesServer
package import NotesSimulation
import NotesTestSupport
import Wiring

/// A connection over HTTP: the real server listens on this machine, and the real transport connects to it.
package struct HTTPTransportFactory: TransportFactory {
  /// Creates the factory.
  package init() {}

  /// Starts a server in front of some services. It stops with the last reference to the result.
  package func connect(to services: Services) async throws -> Services {
    let account = try SingleAccountService()
    let side = HTTPServerFixtureModule(account: account)
    let modules: [any Module] = [HTTPServerModule(), ServerModule(), WatchModule(), side]
    // The services are those of the world, which it observes.
    let host = try Plan((any SyncHost).self, modules: modules) {
      $0.replace((any SyncService).self, with: SyncServiceWithoutAccounts(inner: services.sync))
      $0.replace((any BlobService).self, with: BlobServiceWithoutAccounts(inner: services.blobs))
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
    let transport = try Plan(
      (any VaultTransport).self, named: .http,
      modules: [HTTPClientModule(), HTTPDeviceModule(credentials: credentials)]
    ).build().root
    let http = HTTPServices(transport: transport, serving: serving)
    return Services(sync: http, blobs: http)
  }
}

/// The service of a world, whose store has no accounts, so that it cannot check tokens.
private struct SyncServiceWithoutAccounts: SyncService {
  let inner: any SyncService

  func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply {
    try await inner.push(batch, to: vault.vault)
  }

  func changes(
    _ request: ChangesRequest, in vault: VaultAccess, memory: Int
  ) async throws(ServiceError) -> ChangesReply {
    try await inner.changes(request, in: VaultAccess(vault.vault, token: nil), memory: memory)
  }
}

/// The service of a world for blobs, which cannot check tokens either.
private struct BlobServiceWithoutAccounts: BlobService {
  let inner: any BlobService

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await inner.progress(of: digest, in: vault)
  }

  func receive(_ piece: BlobPiece, in vault: VaultAccess) async throws(ServiceError) -> BlobUploadReply {
    try await inner.receive(piece, in: vault.vault)
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await inner.piece(of: digest, from: offset, limit: limit, in: vault)
  }
}

/// The services of a server, called over HTTP.
final class HTTPServices: SyncService, BlobService {
  private let transport: any VaultTransport
  private let serving: Task<Void, Never>

  init(transport: any VaultTransport, serving: Task<Void, Never>) {
    self.transport = transport
    self.serving = serving
  }

  deinit {
    serving.cancel()
  }

  func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply {
    try await translated { () async throws(TransportError) in try await transport.push(batch) }
  }

  func changes(
    _ request: ChangesRequest, in vault: VaultAccess, memory: Int
  ) async throws(ServiceError) -> ChangesReply {
    try await translated { () async throws(TransportError) in try await transport.changes(request) }
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await translated { () async throws(TransportError) in try await transport.progress(of: digest) }
  }

  func receive(_ piece: BlobPiece, in vault: VaultAccess) async throws(ServiceError) -> BlobUploadReply {
    try await translated { () async throws(TransportError) in try await transport.send(piece) }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await translated { () async throws(TransportError) in
      try await transport.piece(of: digest, from: offset, limit: limit)
    }
  }

  private func translated<Reply>(_ request: () async throws(TransportError) -> Reply) async throws(ServiceError)
    -> Reply
  {
    do throws(TransportError) {
      return try await request()
    } catch {
      throw ServiceError(error)
    }
  }
}

extension ServiceError {
  /// Converts an error of the transport to that of the service. A failure of HTTP itself counts as a refusal, which changes
  /// the history, so that it is noticed.
  fileprivate init(_ error: TransportError) {
    self =
      switch error {
      case .unavailable(let detail, _): .store(.failed(path: "over HTTP", detail: detail))
      default: .malformed(detail: "over HTTP: \(error)")
      }
  }
}

/// The ports of the HTTP client.
struct HTTPDeviceModule: Module {
  let credentials: Credentials

  func configure(_ binder: inout Binder) {
    var settings = HTTPClientSettings(userAgent: "simulation")
    // Long enough that a busy machine does not change the history.
    (settings.connectTimeout, settings.idleTimeout, settings.responseTimeout) = (
      .seconds(600), .seconds(600), .seconds(600)
    )
    binder.bind(HTTPClientSettings.self, to: settings)
    binder.bind((any CredentialStore).self, to: InMemoryCredentialStore(credentials))
    binder.bind((any Clock<Duration>).self, to: ManualClock())
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 2))
  }
}

/// A log without a reader.
private struct NoLog: LogOutput {
  func write(_ line: String) {}
}

/// The ports of the HTTP server.
struct HTTPServerFixtureModule: Module {
  let account: SingleAccountService

  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerOptions.self, to: HTTPServerOptions(flags: [.listen: "127.0.0.1:0", .logLevel: "error"]))
    // The stores of a history fail often, and the history records it.
    binder.bind((any LogOutput).self, to: NoLog())
    binder.bind((any AccountService).self, to: account)
    binder.bind((any ServerStore).self, to: InMemoryServerStore())
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 1))
    binder.bind((any WallClock).self, to: FixedClock())
    binder.bind((any Clock<Duration>).self, to: ManualClock())
  }
}

/// An account service with one signed-in account, whose vault is that of the world.
struct SingleAccountService: AccountService {
  private let token = DeviceToken(using: SeededRandomness(seed: 3))
  private let principal: Principal

  init() throws {
    guard let name = AccountName("ada") else { throw AccountError.badCredentials }
    principal = Principal(account: name, vault: .main, device: SignedInDeviceID(bits: 1))
  }

  /// Returns the credentials of the device.
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

  func recall(_ token: DeviceToken) -> Principal? { token == self.token ? principal : nil }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] { [] }

  func revoke(_ device: SignedInDeviceID, for principal: Principal, from peer: String) async throws(AccountError) {
    throw .unknownDevice
  }

  func changePassword(
    _ change: PasswordChange, for principal: Principal, from origin: RequestOrigin
  ) async throws(AccountError) -> [SignedInDeviceID] { throw .badCredentials }

  func writeAuditLog() async {}

  func isAccount(_ name: AccountName) async throws(AccountError) -> Bool { name == principal.account }
}
