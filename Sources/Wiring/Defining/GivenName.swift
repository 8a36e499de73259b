/// The name under which a plan finds what a definition gives to a parameter.
///
/// Nobody else can write it: it begins with what no name has, a number of its own between two control characters, so that
/// it is no other value's, no other definition's, and no other plan's. What is shown is the rest.
enum GivenName {
  private static let mark: Character = "\u{1}"

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - text: What is shown, as in `database.url`.
  ///   - level: How many graphs are around the plan's own.
  ///   - number: A number that no other name of the plan has.
  static func make(_ text: String, level: Int, number: Int) -> String { "\(mark)\(level).\(number)\(mark)\(text)" }

  static func isOne(_ name: String) -> Bool { name.first == mark }

  /// What is shown of a name.
  static func shown(_ name: String) -> String {
    guard isOne(name), let end = name.lastIndex(of: mark) else { return name }
    return String(name[name.index(after: end)...])
  }
}
