import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI

/// Logs a line for each request: its route, account, status and duration. Never a path, a query, a token or a body.
///
/// It logs a sample where there are too many, but each successful sign-in; see ``LogSampler``.
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
    let isSignIn = route == APIEndpoint.signIn.pattern
    if isSignIn, status == .ok { return true }
    var kind = LogSampler.Kind.withoutToken(route: route, status: status.code)
    // Who signs in and fails may be a stranger, whatever the name.
    if let account = context.annotations.account, !isSignIn, status != .unauthorized, status != .tooManyRequests {
      kind = .ofAccount(account)
    }
    let (isLogged, omitted) = sampler.count(kind, at: uptime.elapsed)
    for omission in omitted { context.logger.log(omission) }
    return isLogged
  }
}

extension Logger {
  /// Logs the number of requests that a ``LogSampler`` omitted.
  func log(_ omission: LogSampler.Omission) {
    let count = "\(omission.count)"
    switch omission.kind {
    case .ofAccount(let account):
      info("requests of an account were not logged", metadata: ["account": "\(account)", "count": "\(count)"])
    case .withoutToken(let route, let status):
      info(
        "requests without a token were not logged",
        metadata: ["route": "\(route)", "status": "\(status)", "count": "\(count)"])
    case .failure(let route):
      info("errors were not logged", metadata: ["route": "\(route)", "count": "\(count)"])
    }
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
