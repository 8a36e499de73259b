import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesHTTPAPI

/// Rejects requests that no client of the protocol sends, before they are parsed.
struct RequestLimitMiddleware: RouterMiddleware {
  /// The maximum length of a path with its query, in bytes.
  static let maximumTargetBytes = 4096

  private static let host = HTTPField.Name("Host")

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    guard request.head.path?.utf8.count ?? 0 <= Self.maximumTargetBytes else { throw RequestFailure(.targetTooLong) }
    // The first Host is the authority, and further ones remain fields. Proxies and servers that choose different ones can
    // be made to disagree.
    guard request.head.authority?.isEmpty == false, Self.host.map({ !request.headers.contains($0) }) ?? true else {
      throw RequestFailure(.badRequest, detail: "a request needs one Host")
    }
    if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
      throw RequestFailure(.badRequest, detail: "unsupported Transfer-Encoding")
    }
    // A small compressed body can expand without limit.
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw RequestFailure(.unsupportedType, detail: "unsupported Content-Encoding")
    }
    return try await next(request, context)
  }
}
