import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesHTTPAPI

/// Turns every error into a response, so that clients see no more than a code.
struct ErrorMiddleware: RouterMiddleware {
  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch let failure as RequestFailure {
      if let cause = failure.cause { context.logger.error("the store failed", metadata: ["error": "\(cause)"]) }
      response = Response(failure)
    } catch {
      // The type alone: the description may name files, or quote a note.
      context.logger.error("request failed", metadata: ["error": "\(type(of: error))"])
      response = Response(RequestFailure(.failed))
    }
    // Retains the Content-Length, without the body.
    return request.method == .head ? response.createHeadResponse() : response
  }
}
