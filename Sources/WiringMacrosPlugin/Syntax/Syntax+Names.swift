import SwiftParser
import SwiftSyntax

extension TokenSyntax {
  /// The name as an expression: a keyword, which a label may be without, needs backticks.
  var escapedReference: String { text.isValidSwiftIdentifier(for: .variableName) ? text : "`\(text.withoutBackticks)`" }
}

extension String {
  /// The name without backticks.
  var withoutBackticks: String { filter { $0 != "`" } }
}

extension AttributeListSyntax {
  /// The names of the attributes, without `@`, arguments and module.
  var names: [String] { compactMap { $0.as(AttributeSyntax.self)?.name } }
}

extension AttributeSyntax {
  var name: String { String(attributeName.trimmedDescription.split(separator: ".").last ?? "") }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// The access level as code, with a space after it; empty for one that need not be written inside a type of that level.
  var access: String {
    contains(.public) ? "public " : contains(.package) ? "package " : ""
  }
}

extension SyntaxProtocol {
  /// The tokens of this piece of code.
  func containsToken(where condition: (TokenKind) -> Bool) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { condition($0.tokenKind) }
  }
}

/// A block of code: what opens it, and what stands inside.
func block(_ opening: String, _ body: String) -> String {
  "\(opening) {\n\(body.indented)\n}"
}

extension String {
  /// The lines, two spaces further to the right.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}

extension String {
  /// Whether it could be meant for another name: at most two letters in five differ, in whatever case.
  func isSimilar(_ other: String) -> Bool {
    let (one, two) = (Array(lowercased()), Array(other.lowercased()))
    var distances = Array(0...two.count)
    for (row, letter) in one.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, match) in two.enumerated() {
        let substituted = diagonal + (letter == match ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = Swift.min(substituted, distances[column] + 1, diagonal + 1)
      }
    }
    return (distances.last ?? 0) * 5 <= Swift.max(one.count, two.count) * 2
  }
}
