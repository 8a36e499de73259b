import SwiftParser
import SwiftSyntax

extension TokenSyntax {
  /// The name as an expression: a keyword, which a label may be without, needs backticks.
  var reference: String { text.isValidSwiftIdentifier(for: .variableName) ? text : "`\(text.bare)`" }
}

extension String {
  /// The name without backticks.
  var bare: String { filter { $0 != "`" } }
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
