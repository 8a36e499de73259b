import NotesDomain
package import NotesFronts

/// A fuzzy finder that chooses rows by a closure.
///
/// ```swift
/// fakes.fuzzyFinder = ScriptedFuzzyFinder { rows in rows.filter { $0.text.contains("Tea") } }
/// ```
package struct ScriptedFuzzyFinder: FuzzyFinder {
  package let isAvailable: Bool
  private let failure: FuzzyFinderError?
  private let choice: @Sendable ([FinderRow]) -> [FinderRow]

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - isAvailable: Whether the finder can be used.
  ///   - failure: The error that the finder throws after it has read all rows; `nil` for none.
  ///   - choice: Returns the chosen ones of all rows. The default cancels.
  package init(
    isAvailable: Bool = true, failing failure: FuzzyFinderError? = nil,
    choice: @escaping @Sendable ([FinderRow]) -> [FinderRow] = { _ in [] }
  ) {
    self.isAvailable = isAvailable
    self.failure = failure
    self.choice = choice
  }

  /// Reads all pages and returns the keys of the chosen rows: only the first one unless several are allowed.
  package func choose(
    allowsSeveral: Bool, from nextPage: @Sendable () async throws -> [FinderRow]
  ) async throws -> [String] {
    var rows: [FinderRow] = []
    while case let page = try await nextPage(), !page.isEmpty { rows += page }
    if let failure { throw failure }
    return choice(rows).prefix(allowsSeveral ? .max : 1).map(\.key)
  }
}
