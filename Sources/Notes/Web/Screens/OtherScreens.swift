import NotesViewModels

/// The keys and the syntax of queries.
struct HelpScreen: WebScreen {
  static let route = WebRoute(.get, "/help")

  let layout: PageLayout

  func respond() async throws -> WebResponse { .page(.help, HelpPage(layout: try await layout.load("Help"))) }
}

/// The values of the template `help`.
struct HelpPage: Sendable {
  let layout: Layout
}

/// The changes of the notes while a page is open.
struct EventsScreen: WebScreen {
  static let route = WebRoute(.get, "/events")

  let changes: LiveChanges

  func respond() async throws -> WebResponse { .events(changes.events()) }
}
