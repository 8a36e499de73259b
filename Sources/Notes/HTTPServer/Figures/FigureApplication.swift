import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

/// Tells the figures to whoever asks at an address of their own, which devices need not reach.
struct FigureApplication: Service {
  let registry: FigureRegistry
  let address: ListenAddress
  let logger: Logger

  /// What answers there, and only to one question.
  var responder: CallbackResponder<HTTPContext> {
    CallbackResponder { [registry] request, _ in
      guard request.method == .get, request.uri.path == "/metrics" else { return Response(status: .notFound) }
      var response = Response.text(registry.text)
      response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
      return response
    }
  }

  func run() async throws {
    let application = Application(
      responder: responder,
      server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(30))),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        availableConnectionsDelegate: .maximum(16, logger: logger)),
      logger: logger)
    try await application.run(listeningOn: address)
  }
}
