import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI

/// Logs a line for each request: its route, account, status and duration. Never a path, a query, a token or a body.
///
/// Of requests without a valid token it logs a sample, except for successful sign-ins.
struct AccessLogMiddleware: RouterMiddleware {
  let uptime: Stopwatch
  let sampler: LogSampler

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    let start = uptime.elapsed
    let response = try await next(request, context)
    guard context.logger.logLevel <= .info, isLogged(response, context) else { return response }
    var fields: Logger.Metadata = [
      "method": "\(request.method.loggable)", "route": "\(context.annotations.route)",
      "status": "\(response.status.code)", "milliseconds": "\((uptime.elapsed - start).milliseconds)",
      "bytes": "\(response.body.contentLength ?? 0)", "peer": "\(context.peer)",
    ]
    if let account = context.annotations.account { fields["account"] = "\(account)" }
    context.logger.info("request", metadata: fields)
    return response
  }

  private func isLogged(_ response: Response, _ context: HTTPRequestContext) -> Bool {
    let (route, status) = (context.annotations.route, response.status)
    let isRefused = status == .unauthorized || status == .tooManyRequests
    if context.annotations.account != nil, !isRefused { return true }
    if route == APIEndpoint.signIn.pattern, status == .ok { return true }
    let (isLogged, omitted) = sampler.count(.init(route: route, status: status.code), at: uptime.elapsed)
    for (kind, count) in omitted { context.logger.log(omitted: kind, count: count) }
    return isLogged
  }
}

extension Logger {
  /// Logs the number of requests of a kind that a ``LogSampler`` omitted.
  func log(omitted kind: LogSampler.Kind, count: Int) {
    info(
      "requests without a token were not logged",
      metadata: ["route": "\(kind.route)", "status": "\(kind.status)", "count": "\(count)"])
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
