package import NotesDomain

/// A break at one edge of a history, counted from its beginning.
package struct Cut: Sendable, Hashable {
  /// The edges that count.
  package let edges: Set<Edge>
  /// The number of the edge, from 0.
  package let number: Int
  /// Whether all later edges break too, until it is repaired.
  package let lasts: Bool
  /// How stores fail there.
  package let error: StoreError

  /// Creates a break.
  ///
  /// - Parameters:
  ///   - edges: The edges that count.
  ///   - number: The number of the edge, from 0.
  ///   - lasts: Whether all later edges break too, until it is repaired.
  ///   - error: How stores fail there.
  package init(
    at edges: Set<Edge>, number: Int, lasts: Bool = false, error: StoreError = .failed(path: "/store", detail: "cut")
  ) {
    self.edges = edges
    self.number = number
    self.lasts = lasts
    self.error = error
  }
}
