import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI
import Wiring

/// Hands a request to its route, in a scope that lives as long as the request.
///
/// It stands outside of the graph, since it opens scopes in it. For whom a request speaks is found out before one is
/// opened: a stranger costs no more than that.
struct RequestRouter: HTTPResponder {
  private let graph: Graph<ServerComponents>
  private let routes: [APIEndpoint: RouteRegistration]

  /// Creates a dispatcher.
  ///
  /// - Parameter graph: The server's graph.
  init(_ graph: Graph<ServerComponents>) {
    self.graph = graph
    routes = Dictionary(graph.root.routes.map { ($0.endpoint, $0) }) { first, _ in first }
  }

  func respond(to request: Request, context: HTTPRequestContext) async throws -> Response {
    let target = request.head.path ?? ""
    let path = target.prefix { $0 != "?" }
    if let probe = Probe(path: path) { return try await answer(probe, request, context) }
    let route: APIRoute
    do {
      route = try APIRoute(method: request.method.rawValue, path: String(path))
    } catch {
      throw RequestFailure(from: error)
    }
    context.annotations.route = route.endpoint.pattern
    guard let entry = routes[route.endpoint] else { throw RequestFailure(.notFound) }
    let token = try Self.token(of: route, request)
    let principal = try await principal(of: route, token, context)
    let scope = RequestScope(
      route: route, request: request, principal: principal, token: token, peer: context.peer,
      connection: ClientConnection(context.channel), logger: context.logger)
    return try await entry.make(graph.open(.request, with: scope)).answer()
  }

  /// What a request shows; `nil` for one that anybody may send.
  private static func token(of route: APIRoute, _ request: Request) throws(RequestFailure) -> DeviceToken? {
    guard route.endpoint.needsToken else { return nil }
    guard let field = request.headers[.authorization], let token = BearerAuthorization.decode(field) else {
      throw RequestFailure(.unauthorized)
    }
    return token
  }

  /// For whom a token speaks; `nil` where none is needed.
  ///
  /// - Throws: ``RequestFailure``. A vault of somebody else is as if it were not there.
  private func principal(
    of route: APIRoute, _ token: DeviceToken?, _ context: HTTPRequestContext
  ) async throws(RequestFailure) -> Principal? {
    guard let token else { return nil }
    let principal: Principal
    do {
      principal = try await graph.root.accounts.authenticate(token, from: context.peer)
    } catch {
      throw RequestFailure(from: error)
    }
    context.annotations.principal = principal
    guard route.vault == nil || route.vault == principal.vault else { throw RequestFailure(.notFound) }
    return principal
  }

  private func answer(
    _ probe: Probe, _ request: Request, _ context: HTTPRequestContext
  ) async throws(RequestFailure) -> Response {
    guard request.method == .get || request.method == .head else {
      throw RequestFailure(from: RouteMatchError.wrongMethod(allowed: [.get, .head]))
    }
    context.annotations.route = probe.rawValue
    switch probe {
    case .health: return .text("ok\n")
    case .readiness:
      let isReady = await graph.root.readiness.isReady()
      return isReady ? .text("ready\n") : .text("not ready\n", status: .serviceUnavailable)
    }
  }
}

/// What watches over a server asks, without a token.
enum Probe: String, CaseIterable {
  /// Whether the process lives.
  case health = "/healthz"
  /// Whether it can serve.
  case readiness = "/readyz"

  init?(path: Substring) {
    // Nearly every request is another one.
    guard path.utf8.count <= 8, let probe = Self(rawValue: String(path)) else { return nil }
    self = probe
  }
}

extension Response {
  /// An answer in plain text.
  static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
