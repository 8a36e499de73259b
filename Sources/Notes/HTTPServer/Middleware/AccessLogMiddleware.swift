import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain

/// Logs a line for each request: its route, account, status and duration. Never a path, a query, a token or a body.
struct AccessLogMiddleware: RouterMiddleware {
  let uptime: Stopwatch

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    let start = uptime.elapsed
    let response = try await next(request, context)
    guard context.logger.logLevel <= .info else { return response }
    var fields: Logger.Metadata = [
      "method": "\(request.method.loggable)", "route": "\(context.annotations.route)",
      "status": "\(response.status.code)", "milliseconds": "\((uptime.elapsed - start).milliseconds)",
      "bytes": "\(response.body.contentLength ?? 0)", "peer": "\(context.peer)",
    ]
    if let account = context.annotations.account { fields["account"] = "\(account)" }
    context.logger.info("request", metadata: fields)
    return response
  }
}

extension HTTPRequest.Method {
  /// The method, or `other`, since clients can invent methods.
  fileprivate var loggable: String {
    switch self {
    case .get, .head, .put, .post, .delete: rawValue
    default: "other"
    }
  }
}
