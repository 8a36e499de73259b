import SwiftSyntax

/// A method, property or subscript that a protocol requires.
struct ProtocolRequirement {
  enum Kind: String {
    case method = "func "
    case property = "var "
    case subscripting = "subscript"
  }

  let kind: Kind
  /// The declaration in the protocol.
  let syntax: any DeclSyntaxProtocol & WithAttributesSyntax & WithModifiersSyntax
  /// The name, as code; empty for a subscript.
  let name: String
  let parameters: [Parameter]
  let genericParameters: GenericParameterClauseSyntax?
  let genericWhereClause: GenericWhereClauseSyntax?
  /// The type of the result or value; `nil` for a method without a result.
  let resultType: TypeSyntax?
  /// The clause of the effects of a method.
  private(set) var effectSpecifiers: FunctionEffectSpecifiersSyntax?
  /// The effects of calling the method, or of reading the property or subscript.
  let effects: Effects
  /// The accessors of a property or subscript.
  private(set) var getter: AccessorDeclSyntax?
  private(set) var setter: AccessorDeclSyntax?

  init(_ method: FunctionDeclSyntax) {
    kind = .method
    syntax = method
    name = method.name.text
    parameters = Parameter.all(in: method.signature.parameterClause)
    genericParameters = method.genericParameterClause
    genericWhereClause = method.genericWhereClause
    resultType = method.signature.returnClause?.type
    effectSpecifiers = method.signature.effectSpecifiers
    effects = Effects(effectSpecifiers)
  }

  init(_ subscripting: SubscriptDeclSyntax) {
    kind = .subscripting
    syntax = subscripting
    name = ""
    parameters = Parameter.all(in: subscripting.parameterClause, isLabelled: false)
    genericParameters = subscripting.genericParameterClause
    genericWhereClause = subscripting.genericWhereClause
    resultType = subscripting.returnClause.type
    (getter, setter) = subscripting.accessorBlock.accessors
    effects = Effects(getter?.effectSpecifiers)
  }

  /// Reads a property; `nil` for one without a type or accessors, which the compiler rejects.
  init?(_ binding: PatternBindingSyntax, of property: VariableDeclSyntax) {
    guard let type = binding.typeAnnotation?.type, binding.accessorBlock != nil else { return nil }
    kind = .property
    syntax = property
    name = binding.pattern.trimmedDescription
    (parameters, genericParameters, genericWhereClause) = ([], nil, nil)
    resultType = type
    (getter, setter) = binding.accessorBlock.accessors
    effects = Effects(getter?.effectSpecifiers)
  }

  /// The name with labels, such as `insert(_:)`, `count` and `[_:]`.
  var fullName: String {
    let labels = parameters.map { "\($0.label?.withoutBackticks ?? "_"):" }.joined()
    return switch kind {
    case .method: "\(name.withoutBackticks)(\(labels))"
    case .property: name.withoutBackticks
    case .subscripting: "[\(labels)]"
    }
  }

  /// The name in messages, such as `static func make()`.
  var title: String {
    let modifiers = syntax.modifiers.map(\.name.text).filter(["static", "class", "mutating", "optional"].contains)
    return modifiers.map { "\($0) " }.joined() + kind.rawValue + fullName
  }

  var isNonmutatingSetter: Bool { setter?.modifier?.name.tokenKind == .keyword(.nonmutating) }

  /// The errors of the proxy itself that the requirement can throw: none with a setter, which cannot throw, and none
  /// where the caller chooses the error type.
  var proxyThrowing: ThrowsKind {
    guard setter == nil else { return .nonthrowing }
    if case .typed(let type) = effects.throwing,
      genericParameters?.parameters.contains(where: { $0.name.text == type }) ?? false
    {
      return .nonthrowing
    }
    return effects.throwing
  }

  /// Whether the requirement is isolated to the main actor.
  func isMainActor(in protocolIsMainActor: Bool) -> Bool {
    if syntax.attributes.names.contains("MainActor") { return true }
    return protocolIsMainActor && !syntax.modifiers.contains(.nonisolated) && !syntax.attributes.hasGlobalActor
  }
}

extension Optional<AccessorBlockSyntax> {
  /// The accessors that a protocol can require.
  fileprivate var accessors: (getter: AccessorDeclSyntax?, setter: AccessorDeclSyntax?) {
    guard case .accessors(let list) = self?.accessors else { return (nil, nil) }
    return (
      list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) },
      list.first { $0.accessorSpecifier.tokenKind == .keyword(.set) }
    )
  }
}
