import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesHTTPAPI

/// Rejects requests that no client of the protocol sends, before they are parsed.
struct RequestLimitMiddleware: RouterMiddleware {
  /// The maximum length of a path with its query, in bytes.
  static let maximumTargetBytes = 4096

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    guard request.head.path?.utf8.count ?? 0 <= Self.maximumTargetBytes else { throw RequestFailure(.targetTooLong) }
    // A small compressed body can expand without limit.
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw RequestFailure(.unsupportedType, detail: "unsupported Content-Encoding")
    }
    return try await next(request, context)
  }
}
