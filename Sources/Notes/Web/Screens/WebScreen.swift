import NotesDomain
import Wiring

/// A page of the web front, or one of its actions: a value with the view-models that it shows.
///
/// The container creates it for a request, in the scope of the request.
protocol WebScreen: Sendable {
  static var route: WebRoute { get }

  /// Responds to the request.
  ///
  /// - Throws: A failure of a view-model, which becomes a page.
  @MainActor func respond() async throws -> WebResponse
}

/// A method and a path, whose parameters begin with a colon, as in `/notes/:note`.
struct WebRoute: Sendable, Hashable {
  enum Method: Sendable, Hashable {
    /// Reads, and changes nothing.
    case get
    /// Changes something.
    case post
  }

  let method: Method
  let path: String

  init(_ method: Method, _ path: String) {
    self.method = method
    self.path = path
  }
}

/// An entry in the table of screens.
struct WebScreenEntry: Sendable {
  let route: WebRoute
  /// Opens the scope of a request, and responds.
  let respond: @MainActor @Sendable (WebRequest) async throws -> WebResponse

  /// Creates the entry of a screen. What a form changes is one change set, as is what a command changes.
  init<Screen: WebScreen>(_ open: ScopeOpener<WebRequest, Screen>, history: any NoteHistory) {
    route = Screen.route
    respond = { request in
      try await ChangeSet.withOwnAction {
        if Screen.route.method == .post { await history.endChangeSet() }
        let scope = try open.openOnMainActor(request)
        return try await scope.root.respond()
      }
    }
  }
}
