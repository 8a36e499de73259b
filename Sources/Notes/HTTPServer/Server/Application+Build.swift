import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NotesDomain
import NotesFronts
import ServiceLifecycle
import Wiring

/// Builds the server: the middleware around the router, on HTTP/1.1, with TLS if there is a certificate.
///
/// - Parameter onReady: Called with the URLs of the server when it listens.
func buildApplication(
  _ graph: Graph<ServerComponents>, certificate: ServerCertificate? = nil,
  onReady: @escaping @Sendable ([String]) -> Void = { _ in }
) throws -> Application<some HTTPResponder<HTTPRequestContext>> {
  let components = graph.root
  let settings = components.settings
  let logger = components.log.frameworks

  // The outermost first.
  let responder = RequestResponder(router: RequestRouter(graph)) {
    RequestIDMiddleware(peers: components.peers, randomness: components.randomness, log: components.log)
    AccessLogMiddleware(uptime: components.uptime, sampler: components.sampler)
    RequestMetricsMiddleware(metrics: components.metrics, uptime: components.uptime)
    ErrorMiddleware(uptime: components.uptime, sampler: components.sampler)
  }

  let http = HTTPServerBuilder.guarded(
    budgets: components.budgets, networks: components.networks, idleTimeout: settings.idleTimeout)

  return Application(
    responder: responder,
    server: try certificate.map { try .tls(http, tlsConfiguration: $0.configuration) } ?? http,
    configuration: ApplicationConfiguration(
      address: .hostname(settings.listen.host, port: settings.listen.port),
      availableConnectionsDelegate: .maximum(settings.budgets.host.connections, logger: logger)),
    onServerRunning: { channel in
      let port = channel.localAddress?.port ?? settings.listen.port
      let scheme = certificate == nil ? "http" : "https"
      onReady(["\(scheme)://\(ListenAddress(host: settings.listen.host, port: port))"])
    },
    logger: logger)
}

extension HTTPServerBuilder {
  /// Creates the HTTP/1.1 of every listener, with the limits of connections and fields.
  static func guarded(budgets: ServerBudgets, networks: PeerNetworks, idleTimeout: Duration) -> HTTPServerBuilder {
    var channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(budgets: budgets, networks: networks)],
      idleTimeout: TimeAmount(idleTimeout))
    channel.httpDecoder = .init(maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)
    return HTTPServerBuilder { [channel] responder in
      EventLoopChannel(inner: HTTP1Channel(responder: responder, configuration: channel))
    }
  }
}

/// Middleware around the router.
///
/// hummingbird's own router is not used: it answers a known path with another method by 404, and ignores empty path
/// segments; the protocol demands 405 and 404. Its middleware group requires that router. The builder composes static types,
/// so that a request passes no existential.
struct RequestResponder<Middleware: RouterMiddleware>: HTTPResponder where Middleware.Context == HTTPRequestContext {
  private let router: RequestRouter
  private let middleware: Middleware

  /// Creates a responder with middleware, the outermost first.
  init(
    router: RequestRouter,
    @MiddlewareFixedTypeBuilder<Request, Response, HTTPRequestContext> middleware: () -> Middleware
  ) {
    self.router = router
    self.middleware = middleware()
  }

  func respond(to request: Request, context: HTTPRequestContext) async throws -> Response {
    try await middleware.handle(request, context: context) { request, context in
      try await router.respond(to: request, context: context)
    }
  }
}

/// The application as a service.
struct HTTPService: Service {
  let application: any ApplicationProtocol
  let address: ListenAddress

  func run() async throws { try await application.run(listeningOn: address) }
}

extension ApplicationProtocol {
  /// Runs the application until it is shut down. The address is for ``HostError/cannotListen(address:detail:)`` only.
  func run(listeningOn address: ListenAddress) async throws {
    do {
      try await run()
    } catch let error as IOError {
      throw HostError.cannotListen(address: "\(address)", detail: Self.message(for: error))
    } catch let error as SocketAddressError {
      throw HostError.cannotListen(address: "\(address)", detail: "\(error)")
    }
  }

  private static func message(for error: IOError) -> String {
    switch error.errnoCode {
    case EADDRINUSE: "the address is already in use"
    case EACCES: "permission denied"
    case EADDRNOTAVAIL: "this machine has no such address"
    default: "\(error)"
    }
  }
}
