import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesHTTPAPI

/// Turns whatever is thrown into an answer, so that nobody outside learns more than a code.
struct ErrorMiddleware: RequestMiddleware {
  func respond(
    to request: Request, _ context: HTTPRequestContext, next: any HTTPResponder<HTTPRequestContext>
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

/// Refuses what no request of the protocol looks like, before anything of it is understood.
struct RequestLimitMiddleware: RequestMiddleware {
  /// The most bytes of a path and its query together.
  static let targetBytes = 4096

  func respond(
    to request: Request, _ context: HTTPRequestContext, next: any HTTPResponder<HTTPRequestContext>
  ) async throws -> Response {
    guard request.head.path?.utf8.count ?? 0 <= Self.targetBytes else { throw RequestFailure(.longTarget) }
    // A few bytes can unfold to any number of them.
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw RequestFailure(.unsupportedType, detail: "Content-Encoding is not understood")
    }
    return try await next.respond(to: request, context: context)
  }
}

/// A layer around what answers requests. The layers lie within each other in the order in which they are declared.
protocol RequestMiddleware: Sendable {
  /// Answers a request, usually by handing it on to the next layer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: What goes with it.
  ///   - next: What lies within.
  func respond(
    to request: Request, _ context: HTTPRequestContext, next: any HTTPResponder<HTTPRequestContext>
  ) async throws -> Response
}

/// A layer, and what lies within.
struct MiddlewareResponder: HTTPResponder {
  let layer: any RequestMiddleware
  let next: any HTTPResponder<HTTPRequestContext>

  func respond(to request: Request, context: HTTPRequestContext) async throws -> Response {
    try await layer.respond(to: request, context, next: next)
  }
}

extension HTTPResponder<HTTPRequestContext> {
  /// Puts layers around it.
  ///
  /// - Parameter layers: The layers, the outermost first.
  func within(_ layers: [any RequestMiddleware]) -> any HTTPResponder<HTTPRequestContext> {
    var responder: any HTTPResponder<HTTPRequestContext> = self
    for layer in layers.reversed() { responder = MiddlewareResponder(layer: layer, next: responder) }
    return responder
  }
}
