import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import Wiring

/// Checks and authenticates a request, and hands it to its route in a scope of its own.
///
/// It authenticates before it opens the scope, so that a request without a valid token costs little.
struct RequestRouter: HTTPResponder {
  private let graph: Graph<ServerComponents>
  private let routes: [APIEndpoint: RouteRegistration]

  init(_ graph: Graph<ServerComponents>) {
    self.graph = graph
    routes = Dictionary(graph.root.routes.map { ($0.endpoint, $0) }) { first, _ in first }
  }

  /// Responds to a request.
  ///
  /// - Throws: ``RequestFailure`` for the errors of ports and decoders; unexpected errors unchanged.
  func respond(to request: Request, context: HTTPRequestContext) async throws -> Response {
    do {
      try RequestLimits.check(request)
      let path = (request.head.path ?? "").prefix { $0 != "?" }
      if let probe = Probe(path: path) { return try await respond(to: probe, request, context) }
      return try await respond(to: request, path: String(path), context)
    } catch {
      throw RequestFailure(error) ?? error
    }
  }

  private func respond(to request: Request, path: String, _ context: HTTPRequestContext) async throws -> Response {
    let route = try APIRoute(method: request.method.rawValue, path: path)
    context.annotations.route = route.endpoint.pattern
    guard let registration = routes[route.endpoint] else { throw RequestFailure(.notFound) }
    try checkType(of: request, for: route.endpoint)
    let connection = ClientConnection(context.channel)
    let token = try route.endpoint.needsToken ? token(of: request) : nil
    var principal: Principal?
    if let token {
      let authenticated = try await self.principal(of: token, on: route, context)
      context.annotations.account = authenticated.account
      // A vault of another account looks like one that does not exist.
      guard route.vault == nil || route.vault == authenticated.vault else { throw RequestFailure(.notFound) }
      try await connection.authenticate(as: authenticated.account)
      principal = authenticated
    }
    let turn = try await turn(of: route.endpoint, for: principal)
    defer { turn?.release() }
    let scope = RequestScope(
      route: route, request: request, principal: principal, token: token, peer: context.peer,
      connection: connection, annotations: context.annotations, logger: context.logger)
    return try await registration.make(graph.open(.request, with: scope)).respond()
  }

  /// Returns whose request this is. A token is not looked up again if the transaction of its route checks it.
  private func principal(
    of token: DeviceToken, on route: APIRoute, _ context: HTTPRequestContext
  ) async throws -> Principal {
    if route.endpoint.checksTokenInTransaction, let recent = graph.root.accounts.recall(token),
      recent.vault == route.vault
    {
      return recent
    }
    return try await graph.root.accounts.authenticate(token, from: context.peer)
  }

  /// Waits until an account may have another request in progress.
  ///
  /// - Returns: `nil` for a long poll, which has a limit of its own, and for a request with a body, which takes its turn when
  ///   the body is complete.
  private func turn(of endpoint: APIEndpoint, for principal: Principal?) async throws -> BudgetLease? {
    guard endpoint != .watch, endpoint.bodyType == nil, let principal else { return nil }
    let budgets = graph.root.budgets
    return try await budgets.lease(1, of: budgets.requests, for: principal.account)
  }

  /// Rejects a body of another type than the endpoint's. A missing type is accepted.
  private func checkType(of request: Request, for endpoint: APIEndpoint) throws {
    guard let type = endpoint.bodyType, let field = request.headers[.contentType] else { return }
    guard MessageContentType(field) == type else {
      throw RequestFailure(.unsupportedType, detail: "expected Content-Type: \(type.rawValue)")
    }
  }

  private func token(of request: Request) throws -> DeviceToken {
    guard let field = request.headers[.authorization], let token = BearerAuthorization.decode(field) else {
      throw RequestFailure(.unauthorized)
    }
    return token
  }

  private func respond(to probe: Probe, _ request: Request, _ context: HTTPRequestContext) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      throw RouteMatchError.wrongMethod(allowed: [.get, .head])
    }
    context.annotations.route = probe.rawValue
    switch probe {
    case .health: return .text("ok\n")
    case .readiness:
      switch await graph.root.readiness.health() {
      case .ready?: return .text("ready\n")
      case .readOnly?: return .text("ready to read; writing fails, see the log\n")
      case nil: return .text("not ready\n", status: .serviceUnavailable)
      }
    }
  }
}

extension APIEndpoint {
  /// The media type of the request's body; `nil` for requests without one.
  fileprivate var bodyType: MessageContentType? {
    switch self {
    case .signIn, .password, .push: .json
    case .sendBlob: .bytes
    case .devices, .revoke, .changes, .watch, .blobProgress, .blob: nil
    }
  }
}

extension APIEndpoint {
  /// Whether the transaction that serves a request checks its token; see ``NotesDomain/VaultAccess``.
  fileprivate var checksTokenInTransaction: Bool { self == .push || self == .changes }
}

/// A request of a monitor, without a token.
enum Probe: String, CaseIterable {
  /// Whether the process runs.
  case health = "/healthz"
  /// Whether the server can serve.
  case readiness = "/readyz"

  init?(path: Substring) {
    // The length rules out most paths without a copy.
    guard path.utf8.count <= 8, let probe = Self(rawValue: String(path)) else { return nil }
    self = probe
  }
}

extension Response {
  static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
