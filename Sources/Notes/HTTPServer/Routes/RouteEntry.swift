import NotesWire
import Wiring

/// How the route for one kind of request is made: a line of the table of routes.
struct RouteEntry: Sendable {
  /// The kind of request.
  let endpoint: WireEndpoint
  /// Makes the route, in the scope of a request.
  let make: @Sendable (Graph<Call>) throws -> any Route

  init<Kind: Route>(_ kind: Kind.Type) {
    endpoint = kind.endpoint
    make = { scope in try scope.resolve(Kind.self) }
  }
}
