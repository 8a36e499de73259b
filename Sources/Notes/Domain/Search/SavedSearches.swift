/// The searches that a person has named, to use as `@name` in queries.
package struct SavedSearches: Sendable, Hashable {
  /// The queries by name.
  package let queries: [String: String]

  package init(_ queries: [String: String] = [:]) {
    self.queries = queries
  }
}
