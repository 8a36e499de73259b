import Hummingbird
import HummingbirdCore

/// A layer around what answers requests. The layers lie within each other in the order in which they are declared.
protocol RequestLayer: Sendable {
  /// Answers a request, usually by handing it on to the next layer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: What goes with it.
  ///   - next: What lies within.
  func respond(
    to request: Request, _ context: HTTPContext, next: any HTTPResponder<HTTPContext>
  ) async throws -> Response
}

/// A layer, and what lies within.
struct LayeredResponder: HTTPResponder {
  let layer: any RequestLayer
  let next: any HTTPResponder<HTTPContext>

  func respond(to request: Request, context: HTTPContext) async throws -> Response {
    try await layer.respond(to: request, context, next: next)
  }
}

extension HTTPResponder<HTTPContext> {
  /// Puts layers around it.
  ///
  /// - Parameter layers: The layers, the outermost first.
  func within(_ layers: [any RequestLayer]) -> any HTTPResponder<HTTPContext> {
    var responder: any HTTPResponder<HTTPContext> = self
    for layer in layers.reversed() { responder = LayeredResponder(layer: layer, next: responder) }
    return responder
  }
}
