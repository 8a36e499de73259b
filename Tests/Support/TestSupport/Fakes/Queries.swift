package import NotesDomain

extension NoteQuery {
  /// Creates a query for notes with some tags, in a notebook.
  package init(
    scope: Scope = .active, tags: [Tag], in notebook: Notebook? = nil, order: Order = .modified, limit: Int? = nil
  ) {
    var filter = NoteFilter()
    for tag in tags { filter.require(.tag(tag)) }
    if let notebook { filter.require(.notebook(notebook)) }
    self.init(filter, scope: scope, order: order, limit: limit)
  }
}

extension SearchQuery {
  /// Parses a query, in which today is the day of ``FixedClock/start``.
  package init(_ text: String, limit: Int = 20, isInTrash: Bool = false) throws(NoteFilterError) {
    self.init(try NoteFilter(text), scope: isInTrash ? .trash : .kept, limit: limit)
  }
}

extension NoteFilter {
  /// Parses a query, in which today is the day of ``FixedClock/start``.
  package init(_ text: String, searches: [String: String] = [:]) throws(NoteFilterError) {
    try self.init(parsing: text, calendar: LocalCalendar(zone: UTC(), now: FixedClock.start), searches: searches)
  }
}
