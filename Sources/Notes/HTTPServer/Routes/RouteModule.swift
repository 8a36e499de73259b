import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import Wiring

/// The routes, each in the scope of a request.
struct RouteModule: Module {
  func configure(_ binder: inout Binder) {
    binder.scope(.request)
    binder.bind(Principal.self) { (scope: RequestScope) throws in
      guard let principal = scope.principal else { throw RequestFailure(.unauthorized) }
      return principal
    }.scoped(in: .request)
    binder.bind(TokenValidation.init).scoped(in: .request)

    binder.bind(BodyReader.init)
    binder.bind(RevocationNotifier.init).scoped(.singleton)

    route(SignInRoute.init, &binder)
    route(DevicesRoute.init, &binder)
    route(RevokeRoute.init, &binder)
    route(PasswordRoute.init, &binder)
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
    binder.contribute(
      to: RouteRegistration.self, { RouteRegistration(Kind.self) }, file: file, line: line, column: column)
  }
}

/// A handler of one kind of request. The container creates one for each request, in its scope.
protocol Route: Sendable {
  static var endpoint: APIEndpoint { get }

  func respond() async throws -> Response
}

/// An entry in the table of routes.
struct RouteRegistration: Sendable {
  let endpoint: APIEndpoint
  let make: @Sendable (Graph<RequestScope>) throws -> any Route

  init<Kind: Route>(_ kind: Kind.Type) {
    endpoint = kind.endpoint
    make = { scope in try scope.resolve(Kind.self) }
  }
}
