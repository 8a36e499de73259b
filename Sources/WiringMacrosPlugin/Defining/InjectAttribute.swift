import SwiftParser
import SwiftSyntax

/// `@Inject`, as it stands at a property or an initializer.
struct InjectAttribute {
  let syntax: AttributeSyntax

  init?(in attributes: AttributeListSyntax) {
    guard let syntax = attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) }).first(where: { $0.name == "Inject" })
    else { return nil }
    self.syntax = syntax
  }

  init(_ syntax: AttributeSyntax) {
    self.syntax = syntax
  }

  private var argument: ExprSyntax? {
    guard case .argumentList(let arguments) = syntax.arguments else { return nil }
    return arguments.first?.expression
  }

  /// The qualifier of a property, as code.
  var qualifier: String? { isForProperty ? argument?.trimmedDescription : nil }

  /// The qualifiers of an initializer's parameters, by their names; `nil` when the argument is something else.
  var qualifiers: [(name: ExprSyntax, qualifier: String)]? {
    guard let argument else { return [] }
    guard let dictionary = argument.as(DictionaryExprSyntax.self) else { return nil }
    guard case .elements(let elements) = dictionary.content else { return [] }
    return elements.map { ($0.key, $0.value.trimmedDescription) }
  }

  /// The qualifier of one parameter, as code.
  func qualifier(of name: String) -> String? {
    qualifiers?.first { $0.name.as(StringLiteralExprSyntax.self)?.representedLiteralValue == name }?.qualifier
  }

  /// Whether the argument is one for properties: a single name.
  var isForProperty: Bool { argument.map { !$0.is(DictionaryExprSyntax.self) } ?? true }

  /// What to report on: the argument, if there is one.
  var place: Syntax { argument.map { Syntax($0) } ?? Syntax(syntax) }
}
