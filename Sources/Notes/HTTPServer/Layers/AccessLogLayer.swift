import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain

/// Logs a line for each request: what was asked for in general, by whom, and what came of it. Never a path, a query, a token
/// or a body.
struct AccessLogLayer: RequestLayer {
  let clock: any MonotonicClock

  func respond(
    to request: Request, _ context: HTTPContext, next: any HTTPResponder<HTTPContext>
  ) async throws -> Response {
    let start = clock.milliseconds()
    let response = try await next.respond(to: request, context: context)
    guard context.logger.logLevel <= .info else { return response }
    var fields: Logger.Metadata = [
      "method": "\(request.method.plain)", "route": "\(context.record.route)",
      "status": "\(response.status.code)", "milliseconds": "\(clock.milliseconds() - start)",
      "bytes": "\(response.body.contentLength ?? 0)", "peer": "\(context.peer)",
    ]
    if let principal = context.record.principal { fields["account"] = "\(principal.account)" }
    context.logger.info("request", metadata: fields)
    return response
  }
}

extension HTTPRequest.Method {
  /// The method, if it is one of the protocol's; anybody can make up others.
  var plain: String {
    switch self {
    case .get, .head, .put, .post, .delete: rawValue
    default: "other"
    }
  }
}
