import NotesDomain
import NotesHosting
import NotesTestSupport
import Wiring

@testable import NotesServer

/// The accounts of a server with in-memory stores, wired by their module, with a fast hasher.
struct AccountParts: Module {
  /// The root of the graph.
  struct Root: Sendable {
    let service: any AccountService
    let administration: any AccountAdministration
    let sync: any SyncService
    let maintenance: any ServerMaintenance
    let queue: SignInQueue
  }

  let fakes = Fakes()

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: fakes.serverStore)
    binder.bind((any AccountStore).self, to: fakes.accountStore)
    binder.bind((any AuditStore).self, to: fakes.audit)
    binder.bind((any ServerMaintenance).self, to: fakes.maintenance)
    binder.bind((any Randomness).self, to: fakes.randomness)
    binder.bind((any WallClock).self, to: fakes.wallClock)
    binder.bind((any Clock<Duration>).self, to: fakes.clock)
    binder.bind(Root.init)
  }

  /// Builds the graph.
  func make(
    _ settings: AccountSettings = AccountSettings(), hasher: (any PasswordHasher)? = nil
  ) async throws -> Root {
    try Plan(Root.self, modules: [AccountsModule(settings), ServerModule(), self]) {
      $0.replace((any PasswordHasher).self, with: hasher ?? fakes.hasher)
      $0.decorate((any AttemptStore).self) { (attempts: any AttemptStore) in ImpatientAttempts(attempts: attempts) }
    }.build().root
  }
}

/// Attempts in a store that gives up what a cancelled task does, as one in another process does.
struct ImpatientAttempts: AttemptStore {
  let attempts: any AttemptStore

  func consume(_ name: String, of limit: AttemptLimit) async throws(StoreError) -> Duration? {
    try check()
    return try await attempts.consume(name, of: limit)
  }

  func refund(_ name: String, of limit: AttemptLimit) async throws(StoreError) {
    try check()
    try await attempts.refund(name, of: limit)
  }

  private func check() throws(StoreError) {
    if Task.isCancelled { throw .failed(path: "attempts", detail: "the request was cancelled") }
  }
}
