import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NotesDomain
import Synchronization

/// The context of a request on its path through the middleware to the router.
struct HTTPRequestContext: InitializableFromSource, Sendable {
  /// The rest of the chain, as middleware calls it.
  ///
  /// `@concurrent` is spelled out since hummingbird is compiled without `NonisolatedNonsendingByDefault`: without it,
  /// `handle(_:context:next:)` does not match the requirement of `RouterMiddleware`.
  typealias Next = @concurrent (Request, HTTPRequestContext) async throws -> Response

  let channel: any Channel
  /// The logger of the request, with its id once ``RequestIDMiddleware`` has run.
  var logger: Logger
  var id = ""
  /// The client's address, without the port.
  var peer = ""
  /// Findings of inner middleware and the router for outer middleware.
  let annotations = RequestAnnotations()

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    logger = source.logger
  }
}

/// The findings about a request while it is handled, for the log and the metrics.
///
/// A shared object, since the context is a value, and changes to it do not reach outer middleware.
final class RequestAnnotations: Sendable {
  private let state = Mutex<(route: String, account: AccountName?)>(("unknown", nil))

  /// The pattern of the path. Never the path itself, which clients choose freely.
  var route: String {
    get { state.withLock { $0.route } }
    set { state.withLock { $0.route = newValue } }
  }

  /// The account of the request, or the one that a device tries to sign in to; `nil` before authentication, and for a name
  /// without an account: a stranger can type anything, also a password.
  var account: AccountName? {
    get { state.withLock { $0.account } }
    set { state.withLock { $0.account = newValue } }
  }
}
