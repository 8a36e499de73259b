import Core
import Wiring

extension CustomScope where Context == Session {
  /// From signing in to signing out.
  package static var session: Self { CustomScope("session") }
}

/// Binds the sync of a session. It needs the ports ``SyncStore`` and ``NoteServer``.
package struct SyncModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.scope(.session)
    binder.bind((any Syncing).self, SyncService.init).scoped(in: .session)
    binder.bind(Retry.self) { (clock: any Clock<Duration>) in Retry(clock: clock) }
    // Calls to the server are timed, whichever server it is.
    binder.decorate((any NoteServer).self, TimedServer.init)
  }
}
