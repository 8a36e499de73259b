import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI

/// Turns every error into a response, so that clients see no more than a code.
///
/// It logs a sample where there are too many, as while a database is stopped; see ``LogSampler``.
struct ErrorMiddleware: RouterMiddleware {
  let uptime: Stopwatch
  let sampler: LogSampler

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch let failure as RequestFailure {
      if let cause = failure.cause { log("the store failed", "\(cause)", in: context) }
      response = Response(failure)
    } catch {
      // The type alone: the description may name files, or quote a note.
      log("request failed", "\(type(of: error))", in: context)
      response = Response(RequestFailure(.failed))
    }
    // Retains the Content-Length, without the body.
    return request.method == .head ? response.createHeadResponse() : response
  }
  private func log(_ message: Logger.Message, _ error: String, in context: HTTPRequestContext) {
    let (isLogged, omitted) = sampler.count(.failure(route: context.annotations.route), at: uptime.elapsed)
    for omission in omitted { context.logger.log(omission) }
    if isLogged { context.logger.error(message, metadata: ["error": "\(error)"]) }
  }
}
