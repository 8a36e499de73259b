import NotesDomain
import Synchronization

/// What is found out about a request while it is answered, for the log and the figures, which are outermost.
final class RequestRecord: Sendable {
  private struct State {
    var route = "unknown"
    var principal: Principal?
  }

  private let state = Mutex(State())

  /// The pattern of the request's path; never the path itself, which anybody can make up.
  var route: String {
    get { state.withLock { $0.route } }
    set { state.withLock { $0.route = newValue } }
  }

  /// For whom the request speaks; `nil` until that is known.
  var principal: Principal? {
    get { state.withLock { $0.principal } }
    set { state.withLock { $0.principal = newValue } }
  }
}
