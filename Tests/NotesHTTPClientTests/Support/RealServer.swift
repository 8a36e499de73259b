import NotesDomain
import NotesFronts
import NotesHosting
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@testable import NotesHTTPClient
@testable import NotesHTTPServer

/// The real server on a port of this machine, with an in-memory store and one account.
struct RealServer: Module {
  let store = InMemoryServerStore()
  let name: AccountName
  let password: Password

  /// The address.
  private(set) var address = ""

  private init() throws {
    name = try #require(AccountName("ada"))
    password = try #require(Password("correct horse battery"))
  }

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    let accounts = InMemoryAccountStore(vaults: store)
    binder.bind((any AccountStore).self, to: accounts)
    binder.bind((any AuditStore).self, to: InMemoryAuditStore())
    binder.bind(
      (any ServerMaintenance).self,
      to: InMemoryServerMaintenance(vaults: store, accounts: accounts, randomness: SeededRandomness(seed: 8)))
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 7))
    binder.bind((any WallClock).self, to: FixedClock())
    // Short waits end at once, and long ones only on cancellation.
    binder.bind((any Clock<Duration>).self, to: ManualClock { $0 > .seconds(1) })
    binder.bind(
      HTTPServerOptions.self, to: HTTPServerOptions(flags: [.listen: "127.0.0.1:0", .logLevel: "error"]))
    binder.bind(Parts.init)
  }

  /// Runs a server during a function.
  static func run(_ body: (RealServer) async throws -> Void) async throws {
    var server = try RealServer()
    let signals = GivenSignals()
    let modules: [any Module] = [HTTPServerModule(), ServerModule(), WatchModule(), AccountsModule(), server]
    let parts = try Plan(Parts.self, modules: modules) {
      $0.replace((any PasswordHasher).self, with: FastPasswordHasher())
      $0.replace((any StopSignals).self, with: signals)
    }.build().root
    _ = try await parts.administration.add(server.name, password: server.password)
    let (addresses, ready) = AsyncStream.makeStream(of: [String].self)
    let serving = Task {
      defer { ready.finish() }
      try await parts.host.serve { ready.yield($0) }
    }
    server.address = try #require(await addresses.first { _ in true }?.first)
    do {
      try await body(server)
    } catch {
      serving.cancel()
      throw error
    }
    signals.give()
    try await serving.value
  }

  /// Returns a signed-in device.
  func device(_ label: String = "laptop") async throws -> HTTPDevice {
    let anybody = HTTPDevice(credentials: try .sample())
    let address = try ServerAddress(address)
    let reply = try await anybody.accounts.signIn(
      SignInRequest(name: name, password: password, label: label), at: address)
    return HTTPDevice(
      credentials: Credentials(
        server: address, account: name, vault: reply.vault, device: reply.device, token: reply.token))
  }

  private struct Parts: Sendable {
    let host: any SyncHost
    let administration: any AccountAdministration
  }

  private struct GivenSignals: StopSignals {
    private let given = AsyncStream<Void>.makeStream()

    func give() { given.continuation.yield() }

    func requests() async -> AsyncStream<Void> { given.stream }
  }
}
