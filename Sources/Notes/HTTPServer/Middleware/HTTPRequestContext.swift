import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NotesDomain
import Synchronization

/// What goes with a request on its way in: where it came from, and what the layers have found out so far.
struct HTTPRequestContext: InitializableFromSource, Sendable {
  /// The connection that it came over.
  let channel: any Channel
  /// Where the request's log goes. The layer that names the request adds its id.
  var logger: Logger
  /// What the log calls the request.
  var id = ""
  /// Where the request comes from: an address, without the port.
  var peer = ""
  /// What the layers inside find out, for those outside.
  let annotations = RequestAnnotations()

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    logger = source.logger
  }
}

/// What is found out about a request while it is answered, for the log and the metrics, which are outermost.
final class RequestAnnotations: Sendable {
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
