import NotesDomain

/// Reads queries as people type them.
struct QueryReader: Sendable {
  let searches: SavedSearches
  let wallClock: any WallClock
  let zone: any TimeZoneOffsets

  /// Returns the filter of a query.
  ///
  /// - Parameters:
  ///   - text: The query.
  ///   - tags: Tags that the notes must have as well.
  ///   - notebook: A notebook that the notes must be in as well; `/` for those in none.
  /// - Throws: ``NoteFilterError``, ``NoteFailure``.
  func filter(_ text: String, tags: [String] = [], notebook: String? = nil) throws -> NoteFilter {
    let calendar = LocalCalendar(zone: zone, now: wallClock.now())
    var filter: NoteFilter
    do throws(NoteFilterError) {
      filter = try NoteFilter(parsing: text, calendar: calendar, searches: searches.queries)
    } catch {
      throw searches.located(error)
    }
    for tag in try Tag.parse(tags) { filter.require(.tag(tag)) }
    if let notebook {
      let notebook = try Notebook.parse(notebook)
      filter.require(notebook == .root ? .topLevel : .notebook(notebook))
    }
    return filter
  }
}
