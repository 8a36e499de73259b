import Foundation
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
  private let graph: Graph<ServerComponents>
  private let encryption: ServerCertificate?
  private let onReady: @Sendable ([String]) -> Void

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - graph: The server's graph.
  ///   - encryption: The certificate to encrypt with; `nil` to listen without.
  ///   - onReady: Called with the addresses that it listens on.
  init(
    _ graph: Graph<ServerComponents>, encryption: ServerCertificate? = nil, onReady: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.graph = graph
    self.encryption = encryption
    self.onReady = onReady
  }

  /// What Hummingbird runs, and tests ask.
  func application() throws -> Application<RequestResponder> {
    let settings = graph.root.settings
    let peers = ConnectionLimiter(settings)
    var channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(timeouts: ConnectionTimeouts(), peers: peers)],
      idleTimeout: .milliseconds(Int64(settings.idleMilliseconds)))
    channel.httpDecoder = .init(maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)
    let plain = HTTPServerBuilder { [channel] responder in
      EventLoopChannel(inner: HTTP1Channel(responder: responder, configuration: channel))
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
  private let outermost: any HTTPResponder<HTTPRequestContext>

  init(_ graph: Graph<ServerComponents>) {
    outermost = RequestRouter(graph).within(graph.root.layers)
  }

  func respond(to request: Request, context: HTTPRequestContext) async throws -> Response {
    try await outermost.respond(to: request, context: context)
  }
}

extension Application {
  /// Runs until it is told to stop.
  ///
  /// - Parameter address: Where it listens, for the error that says that it cannot.
  func run(listeningOn address: ListenAddress) async throws {
    do {
      try await run()
    } catch let error as IOError {
      throw HostError.cannotListen(address: "\(address)", detail: Self.words(for: error))
    } catch let error as SocketAddressError {
      throw HostError.cannotListen(address: "\(address)", detail: "\(error)")
    }
  }

  private static func words(for error: IOError) -> String {
    switch error.errnoCode {
    case EADDRINUSE: "another program listens there"
    case EACCES: "it takes rights that this user does not have"
    case EADDRNOTAVAIL: "this machine has no such address"
    default: "\(error)"
    }
  }
}
