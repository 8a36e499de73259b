/// A qualifier of a value that a definition passes to a parameter.
///
/// It cannot be written by hand: it begins with a unique number between two control characters, so that it differs from
/// those of all other values, definitions and plans. The rest is the display name.
package enum GeneratedQualifier {
  private static let mark: Character = "\u{1}"

  /// Creates a qualifier.
  ///
  /// - Parameters:
  ///   - text: The display name, as in `database.url`.
  ///   - level: The number of enclosing graphs.
  ///   - number: A number that is unique in the plan.
  package static func make(_ text: String, level: Int, number: Int) -> String {
    "\(mark)\(level).\(number)\(mark)\(text)"
  }

  package static func isGenerated(_ name: String) -> Bool { name.first == mark }

  /// Returns the text that messages show for a qualifier.
  package static func displayName(_ name: String) -> String {
    guard isGenerated(name), let end = name.lastIndex(of: mark) else { return name }
    return String(name[name.index(after: end)...])
  }
}
