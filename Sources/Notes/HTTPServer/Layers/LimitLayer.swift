import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesWire

/// Refuses what no request of the protocol looks like, before anything of it is understood.
struct LimitLayer: RequestLayer {
  /// The most bytes of a path and its query together.
  static let targetBytes = 4096

  func respond(
    to request: Request, _ context: HTTPContext, next: any HTTPResponder<HTTPContext>
  ) async throws -> Response {
    guard request.head.path?.utf8.count ?? 0 <= Self.targetBytes else { throw RequestFailure(.longTarget) }
    // A few bytes can unfold to any number of them.
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw RequestFailure(.unsupportedType, detail: "Content-Encoding is not understood")
    }
    return try await next.respond(to: request, context: context)
  }
}
