import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI
import Wiring

/// The routes, each in the scope of a request, and what only a request can tell them.
struct RouteModule: Module {
  func configure(_ binder: inout Binder) {
    binder.scope(.request)
    binder.bind(Principal.self) { (scope: RequestScope) throws(RequestFailure) in
      guard let principal = scope.principal else { throw RequestFailure(.unauthorized) }
      return principal
    }.scoped(in: .request)

    binder.bind(TokenValidation.init).scoped(in: .request)

    binder.bind(BodyReader.init)
    binder.bind(DecodingSemaphore.self) { DecodingSemaphore(places: System.coreCount - 1) }.scoped(.singleton)
    binder.bind(WatcherLimiter.init).scoped(.singleton)
    binder.bind(RevocationNotifier.init).scoped(.singleton)

    route(SignInRoute.init, &binder)
    route(DevicesRoute.init, &binder)
    route(RevokeRoute.init, &binder)
    route(PushRoute.init, &binder)
    route(ChangesRoute.init, &binder)
    route(WatchRoute.init, &binder)
    route(BlobProgressRoute.init, &binder)
    route(SendBlobRoute.init, &binder)
    route(BlobRoute.init, &binder)
  }

  private func route<Kind: Route, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) -> Kind, _ binder: inout Binder,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    binder.bind(Kind.self, make, file: file, line: line, column: column).scoped(in: .request)
    binder.contribute(to: RouteRegistration.self, { RouteRegistration(Kind.self) }, file: file, line: line, column: column)
  }
}

/// What answers one kind of request. The container makes one for each request, in the scope of that request.
protocol Route: Sendable {
  /// The kind of request.
  static var endpoint: APIEndpoint { get }

  /// Answers the request.
  func answer() async throws(RequestFailure) -> Response
}

/// How the route for one kind of request is made: a line of the table of routes.
struct RouteRegistration: Sendable {
  /// The kind of request.
  let endpoint: APIEndpoint
  /// Makes the route, in the scope of a request.
  let make: @Sendable (Graph<RequestScope>) throws -> any Route

  init<Kind: Route>(_ kind: Kind.Type) {
    endpoint = kind.endpoint
    make = { scope in try scope.resolve(Kind.self) }
  }
}
