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
    let found = refusal(of: attribute, at: declaration) ?? refusal(of: attribute, in: context.lexicalContext.first)
    if let found { context.diagnose(found.diagnostic(of: node.name)) }
    return []
  }

  private static func refusal(of attribute: InjectAttribute, at declaration: some DeclSyntaxProtocol) -> Refusal? {
    if let property = declaration.as(VariableDeclSyntax.self) { return refusal(of: attribute, at: property) }
    if let initializer = declaration.as(InitializerDeclSyntax.self) { return refusal(of: attribute, at: initializer) }
    return Refusal(
      "place", at: declaration, "stands at a stored property or an initializer, and this is neither")
  }

  private static func refusal(of attribute: InjectAttribute, at property: VariableDeclSyntax) -> Refusal? {
    let others: [Keyword] = [.static, .class, .lazy, .override]
    if let modifier = property.modifiers.first(where: { modifier in
      others.contains { modifier.name.tokenKind == .keyword($0) }
    }) {
      return Refusal(
        "modifier", at: modifier, "needs a stored property of each object, which a '\(modifier.name.text)' one is not")
    }
    for binding in property.bindings {
      let name = binding.pattern.trimmedDescription.bare
      if binding.isComputed {
        return Refusal("computed", at: property, "needs a stored property, and '\(name)' is computed")
      }
      if binding.typeAnnotation == nil {
        return Refusal(
          "no-type", at: property, "needs the type of '\(name)' spelled out, since it is what is asked for")
      }
      if binding.initializer != nil, property.bindingSpecifier.tokenKind == .keyword(.let) {
        return Refusal("constant", at: property, "cannot set '\(name)', a constant that has its value")
      }
    }
    return attribute.isForProperty
      ? nil
      : Refusal("argument", at: attribute.place, "takes a single name at a property, as in '@Inject(\"storeURL\")'")
  }

  private static func refusal(of attribute: InjectAttribute, at initializer: InitializerDeclSyntax) -> Refusal? {
    guard let qualifiers = attribute.qualifiers else {
      return Refusal(
        "argument", at: attribute.place,
        "takes names for parameters at an initializer, as in '@Inject([\"url\": \"storeURL\"])'")
    }
    let parameters = initializer.signature.parameterClause.parameters.enumerated().map { Parameter($1, at: $0).title }
    for (name, _) in qualifiers {
      guard let text = name.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        return Refusal("name", at: name, "needs a parameter's name as a plain string")
      }
      if parameters.contains(text) { continue }
      let list = parameters.isEmpty ? "none" : parameters.map { "'\($0)'" }.joined(separator: ", ")
      return Refusal(
        "unknown-name", at: name,
        "finds no parameter '\(text)' in '\(Title(initializer).text)'; its parameters are \(list)",
        remedies: parameters.filter { text.isNear($0) }.map {
          .init("write \"\($0)\"", replace: name, with: ExprSyntax(StringLiteralExprSyntax(content: $0)))
        })
    }
    return nil
  }

  private static func refusal(of attribute: InjectAttribute, in surroundings: Syntax?) -> Refusal? {
    guard let surroundings else {
      return Refusal("no-component", at: attribute.syntax, "has no effect outside of a type")
    }
    if let extended = surroundings.as(ExtensionDeclSyntax.self) {
      let type = extended.extendedType.trimmedDescription
      return Refusal(
        "extension", at: attribute.syntax,
        "is not seen in an extension by the attribute at '\(type)'; write it in the type's declaration")
    }
    let attributes = surroundings.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
    // An attribute that nobody knows here may be a stereotype of somebody's own.
    if attributes.contains(where: { !ofOtherMeaning.contains($0) && !$0.hasSuffix("Actor") }) { return nil }
    let name = surroundings.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "the type"
    return Refusal(
      "no-component", at: attribute.syntax,
      "has no effect, because '\(name)' is no component; mark it with '@Component'")
  }

  private static let ofOtherMeaning: Set = [
    "available", "dynamicMemberLookup", "dynamicCallable", "frozen", "main", "objc", "objcMembers", "nonobjc",
    "Observable", "preconcurrency", "propertyWrapper", "resultBuilder", "globalActor", "unchecked", "usableFromInline",
    "Suite",
  ]
}
