import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesWire

/// Turns whatever is thrown into an answer, so that nobody outside learns more than a code.
struct FailureLayer: RequestLayer {
  func respond(
    to request: Request, _ context: HTTPContext, next: any HTTPResponder<HTTPContext>
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next.respond(to: request, context: context)
    } catch let failure as RequestFailure {
      if let cause = failure.cause { context.logger.error("the store failed", metadata: ["error": "\(cause)"]) }
      response = Response(failure)
    } catch {
      // What it was is for the log: its words may name files, or quote what somebody wrote.
      context.logger.error("request failed", metadata: ["error": "\(type(of: error))"])
      response = Response(RequestFailure(.failed))
    }
    // The length stays what it would be; the bytes do not go.
    return request.method == .head ? response.createHeadResponse() : response
  }
}
