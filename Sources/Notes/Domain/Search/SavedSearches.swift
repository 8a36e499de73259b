/// The searches that a person has named, to use as `@name` in queries.
package struct SavedSearches: Sendable, Hashable {
  /// The queries by name.
  package let queries: [String: String]
  /// The places of the searches in the configuration file, by name.
  package let locations: [String: ConfigurationLocation]

  package init(_ queries: [String: String] = [:], locations: [String: ConfigurationLocation] = [:]) {
    self.queries = queries
    self.locations = locations
  }

  /// Returns an error with the place of the saved search that it is about.
  package func located(_ error: NoteFilterError) -> NoteFilterError {
    switch error {
    case .inSearch(let name, let cause, _): .inSearch(name, cause, at: locations[name])
    case .recursiveSearch(let name): .inSearch(name, error, at: locations[name])
    case .invalidDate, .reversedDates, .invalidTag, .invalidNotebook, .unknownValue, .unexpectedStar, .unknownSearch,
      .combinedSearch, .tooManyConditions:
      error
    }
  }
}
