/// What a person is looking for.
///
/// Any text is a valid query: a quote that is never closed ends with the text, and signs that mean nothing are ignored.
///
/// | typed | finds notes with |
/// |---|---|
/// | `sourdough starter` | both words, anywhere |
/// | `"sourdough starter"` | the words side by side |
/// | `tomat*` | words that begin so |
/// | `tea -green` | the first, and not the second |
///
/// A query that only excludes finds nothing: there would be no best match.
public struct SearchQuery: Sendable, Hashable {
  /// One thing that must, or must not, stand in a note.
  public struct Term: Sendable, Hashable {
    /// The words as typed, without quotes and signs; several words stand side by side.
    public let text: String
    /// Whether the last word may go on.
    public let isPrefix: Bool
    /// Whether the note must not have it.
    public let isExcluded: Bool

    /// Creates a term.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - isPrefix: Whether the last word may go on.
    ///   - isExcluded: Whether the note must not have it.
    public init(_ text: String, isPrefix: Bool = false, isExcluded: Bool = false) {
      self.text = text
      self.isPrefix = isPrefix
      self.isExcluded = isExcluded
    }
  }

  /// The most terms that are looked at; the rest of an absurdly long text is ignored.
  public static let maximumTerms = 64

  /// The terms, in the order they were typed.
  public let terms: [Term]
  /// The most hits to return.
  public let limit: Int
  /// Whether to look in the trash instead of outside it.
  public let isInTrash: Bool

  /// Reads what a person typed. O(length of the text).
  ///
  /// - Parameters:
  ///   - text: Any text at all.
  ///   - limit: The most hits to return.
  ///   - isInTrash: Whether to look in the trash instead of outside it.
  public init(_ text: String, limit: Int = 20, isInTrash: Bool = false) {
    self.terms = Self.terms(in: text)
    self.limit = limit
    self.isInTrash = isInTrash
  }

  private static func terms(in text: String) -> [Term] {
    var terms: [Term] = []
    var rest = text.unicodeScalars[...]
    while terms.count < maximumTerms {
      rest = rest.drop(while: isSeparator)
      guard let first = rest.first else { break }
      var isExcluded = false
      if first == "-", let next = rest.dropFirst().first, beginsTerm(next) {
        isExcluded = true
        rest = rest.dropFirst()
      }
      let words: Substring.UnicodeScalarView
      if rest.first == "\"" {
        rest = rest.dropFirst()
        words = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(words.count).dropFirst()
      } else {
        words = rest.prefix { !isSeparator($0) && $0 != "\"" }
        rest = rest.dropFirst(words.count)
      }
      var isPrefix = false
      if rest.first == "*" {
        isPrefix = true
        rest = rest.dropFirst()
      }
      var term = String(String.UnicodeScalarView(words))
      while term.hasSuffix("*") {
        isPrefix = true
        term.removeLast()
      }
      guard term != "-", term.unicodeScalars.contains(where: { !isSeparator($0) }) else { continue }
      terms.append(Term(term, isPrefix: isPrefix, isExcluded: isExcluded))
    }
    return terms
  }

  /// Whether a dash before this excludes: an arrow such as `->` is a thing to look for.
  private static func beginsTerm(_ scalar: Unicode.Scalar) -> Bool {
    !isSeparator(scalar)
      && (scalar == "\"" || scalar.value > 0x7F || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || scalar == "#" || scalar == "[" || scalar == "-")
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}
