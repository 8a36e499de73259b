import SwiftParser
import SwiftSyntax

extension TokenSyntax {
  /// The name as an expression: a label can be a bare keyword, an expression needs backticks around it.
  var escapedReference: String { text.isValidSwiftIdentifier(for: .variableName) ? text : "`\(text.withoutBackticks)`" }
}

extension String {
  /// The name without backticks.
  var withoutBackticks: String { filter { $0 != "`" } }

  /// The name as the label of an argument or a parameter, where most keywords need no backticks, and get a warning for them.
  var asLabel: String {
    let name = withoutBackticks
    let isBare = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber != true
    return isBare && !["inout", "var", "let"].contains(name) ? name : "`\(name)`"
  }

  /// The text with every line indented by two spaces.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}

/// Returns a block of code: an opening, and the indented body in braces.
func block(_ opening: String, _ body: String) -> String {
  "\(opening) {\n\(body.indented)\n}"
}

extension AttributeListSyntax {
  /// The attributes outside of `#if`.
  var unconditional: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// The names of the attributes, without `@`, arguments and module.
  var names: [String] { unconditional.map(\.name) }

  var hasGlobalActor: Bool { unconditional.contains(where: \.isGlobalActor) }

  /// Whether a caller needs a condition, or gets a warning or an error.
  var isLimited: Bool { unconditional.contains { $0.name == "available" } }

  /// The `@available` attributes as code, one a line.
  var availability: String {
    unconditional.filter { $0.name == "available" }.map { "\($0.trimmedDescription)\n" }.joined()
  }
}

extension AttributeSyntax {
  var name: String { attributeName.lastName }

  /// Whether the attribute is a global actor, which a macro recognizes only by a name that ends in `Actor`.
  var isGlobalActor: Bool { name.hasSuffix("Actor") }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// The access level as code, with a trailing space; empty for levels that a nested declaration inherits.
  var access: String {
    contains(.public) || contains(.open) ? "public " : contains(.package) ? "package " : ""
  }

  /// The access level of a declaration in an extension or a type, as code with a trailing space: that of the extension,
  /// unless it has its own.
  func access(in context: [Syntax]) -> String { accessLevel == nil ? context.accessOfExtension : access }

  /// The modifier that states the access level, without that of a setter.
  var accessLevel: DeclModifierSyntax? {
    let levels: [Keyword] = [.open, .public, .package, .internal, .fileprivate, .private]
    return first { levels.map(TokenKind.keyword).contains($0.name.tokenKind) && $0.detail == nil }
  }
}

extension [Syntax] {
  /// The access level that an extension gives to its members, as code with a trailing space.
  var accessOfExtension: String { first?.as(ExtensionDeclSyntax.self)?.modifiers.access ?? "" }

  /// The first declaration that is invisible at file scope, of a nested one and the types around it: it is `private`, and not
  /// the outermost.
  func firstHidden(around declaration: some DeclSyntaxProtocol) -> Syntax? {
    ([Syntax(declaration)] + self).dropLast().first {
      $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(.private) ?? false
    }
  }
}

extension TypeSyntax {
  /// The last part of a dotted name, such as `Store` of `Storage.Store` or `Storage::Store`.
  var lastName: String { String(trimmedDescription.split { ".:".contains($0) }.last ?? "") }

  /// The elements of a composition such as `Reader & Writer`; otherwise the type itself.
  var composedTypes: [TypeSyntax] {
    self.as(CompositionTypeSyntax.self)?.elements.flatMap(\.type.composedTypes) ?? [self]
  }

  /// Whether the type is spelled `T?` or `Optional<T>`.
  var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
}

extension SyntaxProtocol {
  func containsToken(where condition: (TokenKind) -> Bool) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { condition($0.tokenKind) }
  }
}

extension InitializerDeclSyntax {
  /// The name with labels, such as `init(path:)`.
  var title: String {
    "init(\(signature.parameterClause.parameters.map { "\($0.firstName.text.withoutBackticks):" }.joined()))"
  }
}
