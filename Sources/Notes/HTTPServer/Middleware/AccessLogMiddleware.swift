import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain

/// Logs a line for each request: what was asked for in general, by whom, and what came of it. Never a path, a query, a token
/// or a body.
struct AccessLogMiddleware: RequestMiddleware {
  let clock: any MonotonicClock

  func respond(
    to request: Request, _ context: HTTPRequestContext, next: any HTTPResponder<HTTPRequestContext>
  ) async throws -> Response {
    let start = clock.milliseconds()
    let response = try await next.respond(to: request, context: context)
    guard context.logger.logLevel <= .info else { return response }
    var fields: Logger.Metadata = [
      "method": "\(request.method.plain)", "route": "\(context.annotations.route)",
      "status": "\(response.status.code)", "milliseconds": "\(clock.milliseconds() - start)",
      "bytes": "\(response.body.contentLength ?? 0)", "peer": "\(context.peer)",
    ]
    if let principal = context.annotations.principal { fields["account"] = "\(principal.account)" }
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

/// Counts requests.
struct RequestMetricsMiddleware: RequestMiddleware {
  let metrics: ServerMetrics
  let clock: any MonotonicClock

  func respond(
    to request: Request, _ context: HTTPRequestContext, next: any HTTPResponder<HTTPRequestContext>
  ) async throws -> Response {
    let start = clock.milliseconds()
    metrics.inFlight.increment()
    defer { metrics.inFlight.decrement() }
    let response = try await next.respond(to: request, context: context)
    metrics.count(
      context.annotations.route, status: response.status.code, milliseconds: clock.milliseconds() - start)
    return response
  }
}
