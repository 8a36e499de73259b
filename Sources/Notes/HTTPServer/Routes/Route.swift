import Hummingbird
import HummingbirdCore
import NotesWire

/// What answers one kind of request. The container makes one for each request, in the scope of that request.
protocol Route: Sendable {
  /// The kind of request.
  static var endpoint: WireEndpoint { get }

  /// Answers the request.
  func answer() async throws(RequestFailure) -> Response
}
