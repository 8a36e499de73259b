import NotesDomain
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
    }.build().root
  }
}
