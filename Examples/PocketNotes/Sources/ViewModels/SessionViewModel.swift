import Core
import Observation
import Wiring

/// Who is signed in. What belongs to a session lives from signing in to signing out.
@MainActor @Observable
package final class SessionViewModel {
  private var session: Graph<SyncViewModel>?
  private let open: ScopeOpener<Session, SyncViewModel>

  package init(open: ScopeOpener<Session, SyncViewModel>) {
    self.open = open
  }

  /// The sync of the session; `nil` while no one is signed in.
  package var sync: SyncViewModel? { session?.root }

  package func signIn(_ session: Session) throws {
    self.session = try open.openOnMainActor(session)
  }

  package func signOut() { session = nil }
}
