import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Inject`, which the attribute at the type reads. By itself it finds what makes no sense.
enum InjectMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let attribute = InjectAttribute(node)
    let found = error(of: attribute, at: declaration) ?? error(of: attribute, in: context.lexicalContext.first)
    if let found { context.diagnose(found.diagnostic(of: node.name)) }
    return []
  }

  private static func error(of attribute: InjectAttribute, at declaration: some DeclSyntaxProtocol) -> ExpansionError? {
    if let property = declaration.as(VariableDeclSyntax.self) { return error(of: attribute, at: property) }
    if let initializer = declaration.as(InitializerDeclSyntax.self) { return error(of: attribute, at: initializer) }
    return ExpansionError(
      "place", at: declaration, "stands at a stored property or an initializer, and this is neither")
  }

  private static func error(of attribute: InjectAttribute, at property: VariableDeclSyntax) -> ExpansionError? {
    let others: [Keyword] = [.static, .class, .lazy, .override]
    if let modifier = property.modifiers.first(where: { modifier in
      others.contains { modifier.name.tokenKind == .keyword($0) }
    }) {
      return ExpansionError(
        "modifier", at: modifier, "needs a stored property of each object, which a '\(modifier.name.text)' one is not")
    }
    for binding in property.bindings {
      let name = binding.pattern.trimmedDescription.withoutBackticks
      if binding.isComputed {
        return ExpansionError("computed", at: property, "needs a stored property, and '\(name)' is computed")
      }
      if binding.typeAnnotation == nil {
        return ExpansionError(
          "no-type", at: property, "needs the type of '\(name)' spelled out, since it is what is asked for")
      }
      if binding.initializer != nil, property.bindingSpecifier.tokenKind == .keyword(.let) {
        return ExpansionError("constant", at: property, "cannot set '\(name)', a constant that has its value")
      }
    }
    return attribute.isForProperty
      ? nil
      : ExpansionError("argument", at: attribute.place, "takes a single name at a property, as in '@Inject(\"storeURL\")'")
  }

  private static func error(of attribute: InjectAttribute, at initializer: InitializerDeclSyntax) -> ExpansionError? {
    guard let qualifiers = attribute.qualifiers else {
      return ExpansionError(
        "argument", at: attribute.place,
        "takes names for parameters at an initializer, as in '@Inject([\"url\": \"storeURL\"])'")
    }
    let parameters = initializer.signature.parameterClause.parameters.enumerated().map { Parameter($1, at: $0).title }
    for (name, _) in qualifiers {
      guard let text = name.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        return ExpansionError("name", at: name, "needs a parameter's name as a plain string")
      }
      if parameters.contains(text) { continue }
      let list = parameters.isEmpty ? "none" : parameters.map { "'\($0)'" }.joined(separator: ", ")
      return ExpansionError(
        "unknown-name", at: name,
        "finds no parameter '\(text)' in '\(DeclarationName(initializer).text)'; its parameters are \(list)",
        fixes: parameters.filter { text.isSimilar($0) }.map {
          .init("write \"\($0)\"", replace: name, with: ExprSyntax(StringLiteralExprSyntax(content: $0)))
        })
    }
    return nil
  }

  private static func error(of attribute: InjectAttribute, in surroundings: Syntax?) -> ExpansionError? {
    guard let surroundings else {
      return ExpansionError("no-component", at: attribute.syntax, "has no effect outside of a type")
    }
    if let extended = surroundings.as(ExtensionDeclSyntax.self) {
      let type = extended.extendedType.trimmedDescription
      return ExpansionError(
        "extension", at: attribute.syntax,
        "is not seen in an extension by the attribute at '\(type)'; write it in the type's declaration")
    }
    let attributes = surroundings.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
    // An attribute that nobody knows here may be a stereotype of somebody's own.
    if attributes.contains(where: { !unrelatedAttributes.contains($0) && !$0.hasSuffix("Actor") }) { return nil }
    let name = surroundings.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "the type"
    return ExpansionError(
      "no-component", at: attribute.syntax,
      "has no effect, because '\(name)' is no component; mark it with '@Component'")
  }

  private static let unrelatedAttributes: Set = [
    "available", "dynamicMemberLookup", "dynamicCallable", "frozen", "main", "objc", "objcMembers", "nonobjc",
    "Observable", "preconcurrency", "propertyWrapper", "resultBuilder", "globalActor", "unchecked", "usableFromInline",
    "Suite",
  ]
}

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
