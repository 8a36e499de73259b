import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Inject`, which the component's macro reads. Its own expansion is empty and only reports misuse.
enum InjectMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do throws(ExpansionError) {
      if let property = declaration.as(VariableDeclSyntax.self) {
        // The storage that '@Observable' adds has a copy of the attribute, and no type around it.
        if property.attributes.names.contains("ObservationIgnored"), context.lexicalContext.isEmpty { return [] }
        try check(InjectAttribute(node), at: property)
      } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
        try check(
          InjectAttribute(node), at: "an initializer", named: initializer.title,
          parameters: Parameter.all(in: initializer.signature.parameterClause).map(\.title))
      } else if let method = declaration.as(FunctionDeclSyntax.self) {
        try InjectedMethod.check(method)
        try check(
          InjectAttribute(node), at: "a method", named: method.name.text,
          parameters: Parameter.all(in: method.signature.parameterClause).map(\.title))
      } else {
        throw ExpansionError(
          "place", at: declaration, "can be attached only to a stored property, a method or an initializer")
      }
      try check(node, in: context.lexicalContext.first)
    } catch {
      context.report([error], of: node)
    }
    return []
  }

  private static func check(
    _ attribute: InjectAttribute, at property: VariableDeclSyntax
  ) throws(ExpansionError) {
    if let modifier = property.excludingModifier {
      throw ExpansionError(
        "modifier", at: modifier, "needs a stored property of the instance, without '\(modifier.name.text)'")
    }
    for binding in property.bindings {
      let name = binding.pattern.trimmedDescription.withoutBackticks
      if binding.isComputed {
        throw ExpansionError("computed", at: property, "needs a stored property, and '\(name)' is computed")
      }
      if binding.typeAnnotation == nil {
        throw ExpansionError(
          "no-type", at: property, "needs a type annotation of '\(name)', because it is the type to resolve")
      }
      if binding.initializer != nil, property.bindingSpecifier.tokenKind == .keyword(.let) {
        throw ExpansionError("constant", at: property, "cannot set '\(name)', a constant that has a value")
      }
    }
    guard attribute.isForProperty else {
      throw ExpansionError(
        "argument", at: attribute.anchor, "takes a single name at a property, as in '@Inject(\"storeURL\")'")
    }
  }

  private static func check(
    _ attribute: InjectAttribute, at kind: String, named title: String, parameters: [String]
  ) throws(ExpansionError) {
    guard let qualifiers = attribute.qualifiers else {
      throw ExpansionError(
        "argument", at: attribute.anchor,
        "takes names by parameter at \(kind), as in '@Inject([\"url\": \"storeURL\"])'")
    }
    for (name, _) in qualifiers {
      guard let text = name.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        throw ExpansionError("name", at: name, "needs a parameter's name as a plain string")
      }
      if !parameters.contains(text) {
        throw .unknownParameter(text, at: name, of: title, parameters: parameters)
      }
    }
  }

  private static func check(_ attribute: AttributeSyntax, in type: Syntax?) throws(ExpansionError) {
    guard let type else { throw ExpansionError("no-component", at: attribute, "has no effect outside of a type") }
    if let extended = type.as(ExtensionDeclSyntax.self) {
      let name = extended.extendedType.trimmedDescription
      throw ExpansionError(
        "extension", at: attribute, "has no effect in an extension; move it to the declaration of '\(name)'")
    }
    let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes.unconditional ?? []
    // An unknown attribute can be a stereotype that the program declares.
    if attributes.contains(where: { !unrelatedAttributes.contains($0.name) && !$0.isGlobalActor }) { return }
    let name = type.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "the type"
    throw ExpansionError(
      "no-component", at: attribute, "has no effect, because '\(name)' is not a component; mark it with '@Component'")
  }

  private static let unrelatedAttributes: Set = [
    "available", "dynamicMemberLookup", "dynamicCallable", "frozen", "main", "objc", "objcMembers", "nonobjc",
    "Observable", "preconcurrency", "propertyWrapper", "resultBuilder", "globalActor", "unchecked", "usableFromInline",
    "Suite",
  ]
}

/// The attribute `@Inject` of a property or an initializer.
struct InjectAttribute {
  let syntax: AttributeSyntax

  init?(in attributes: AttributeListSyntax) {
    guard let syntax = attributes.unconditional.first(where: { $0.name == "Inject" }) else { return nil }
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

  /// The qualifiers of an initializer's parameters, by name; `nil` when the argument is not a dictionary.
  var qualifiers: [(name: ExprSyntax, qualifier: String)]? {
    guard let argument else { return [] }
    guard let dictionary = argument.as(DictionaryExprSyntax.self) else { return nil }
    guard case .elements(let elements) = dictionary.content else { return [] }
    return elements.map { ($0.key, $0.value.trimmedDescription) }
  }

  /// Returns the qualifier of one parameter, as code.
  func qualifier(of name: String) -> String? {
    qualifiers?.first { $0.name.as(StringLiteralExprSyntax.self)?.representedLiteralValue == name }?.qualifier
  }

  /// Whether the argument is valid at a property: none, or a single name.
  var isForProperty: Bool { argument.map { !$0.is(DictionaryExprSyntax.self) } ?? true }

  /// The node to report errors at: the argument, or else the attribute.
  var anchor: Syntax { argument.map { Syntax($0) } ?? Syntax(syntax) }
}
