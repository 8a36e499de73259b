import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NotesDomain
import ServiceLifecycle
import Wiring

/// The server as Hummingbird runs it: the layers around the routes, on a port.
struct HTTPApplication: Service {
  private let graph: Graph<Serving>
  private let encryption: Encryption?
  private let onReady: @Sendable ([String]) -> Void

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - graph: The server's graph.
  ///   - encryption: The certificate to encrypt with; `nil` to listen without.
  ///   - onReady: Called with the addresses that it listens on.
  init(
    _ graph: Graph<Serving>, encryption: Encryption? = nil, onReady: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.graph = graph
    self.encryption = encryption
    self.onReady = onReady
  }

  /// What Hummingbird runs, and tests ask.
  func application() throws -> Application<RequestResponder> {
    let settings = graph.root.settings
    let peers = PeerConnections(settings)
    var channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(patience: ConnectionPatience(), peers: peers)],
      idleTimeout: .milliseconds(Int64(settings.idleMilliseconds)))
    channel.httpDecoder = .init(maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)
    let plain = HTTPServerBuilder { [channel] responder in
      LoopChannel(inner: HTTP1Channel(responder: responder, configuration: channel))
    }
    let scheme = encryption == nil ? "http" : "https"
    let logger = graph.root.log.frameworks
    return Application(
      responder: RequestResponder(graph),
      server: try encryption.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain,
      configuration: ApplicationConfiguration(
        address: .hostname(settings.listen.host, port: settings.listen.port),
        availableConnectionsDelegate: .maximum(settings.maximumConnections, logger: logger)),
      onServerRunning: { [onReady] channel in
        let port = channel.localAddress?.port ?? settings.listen.port
        onReady(["\(scheme)://\(ListenAddress(host: settings.listen.host, port: port))"])
      },
      logger: logger)
  }

  func run() async throws {
    let shutdown = graph.root.shutdown
    try await withGracefulShutdownHandler {
      try await application().run(listeningOn: graph.root.settings.listen)
    } onGracefulShutdown: {
      shutdown.begin()
    }
  }
}

/// The layers around the routes.
struct RequestResponder: HTTPResponder {
  private let outermost: any HTTPResponder<HTTPContext>

  init(_ graph: Graph<Serving>) {
    outermost = Dispatcher(graph).within(graph.root.layers)
  }

  func respond(to request: Request, context: HTTPContext) async throws -> Response {
    try await outermost.respond(to: request, context: context)
  }
}
