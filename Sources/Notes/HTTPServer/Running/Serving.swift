import NotesDomain

/// What a server is made of besides its routes' own needs: the root of the graph that lives as long as the server does.
struct Serving: Sendable {
  /// The layers around the routes, the outermost first.
  let layers: [any RequestLayer]
  /// The table of routes.
  let routes: [RouteEntry]
  /// Who knows for whom a token speaks.
  let accounts: any AccountService
  /// Whether it can serve.
  let readiness: Readiness
  /// That it is about to stop.
  let shutdown: Shutdown
  /// Where its log goes.
  let log: ServerLog
  /// How it listens.
  let settings: HTTPServerSettings
}
