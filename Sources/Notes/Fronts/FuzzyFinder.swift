/// A program in which a person chooses rows by typing parts of them, such as fzf.
package protocol FuzzyFinder: Sendable {
  /// Whether there is such a program, and a terminal for it.
  var isAvailable: Bool { get }

  /// Shows rows and returns the keys of the chosen ones; none if the person cancels.
  ///
  /// - Parameters:
  ///   - allowsSeveral: Whether several rows can be chosen.
  ///   - nextPage: Returns the next rows, which are shown as they come; an empty page ends them. Not called again after the
  ///     person has chosen.
  /// - Throws: ``FuzzyFinderError``, and the errors of `nextPage`.
  func choose(allowsSeveral: Bool, from nextPage: @Sendable () async throws -> [FinderRow]) async throws -> [String]
}

/// A row of a ``FuzzyFinder``.
package struct FinderRow: Sendable, Hashable {
  /// The text that identifies the row, without tabs and line breaks. It is not shown.
  package let key: String
  /// The text that is shown and searched, on one line, free of control characters.
  package let text: String

  package init(key: String, text: String) {
    self.key = key
    self.text = text
  }
}

/// An error of a ``FuzzyFinder``.
package enum FuzzyFinderError: Error, Sendable, Hashable {
  /// The program cannot be run, or ended with a status that means a failure.
  case failed(command: String, status: Int32)
}
