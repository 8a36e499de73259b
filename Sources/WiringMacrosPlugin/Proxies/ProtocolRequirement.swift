import SwiftSyntax

/// A method, property or subscript that a protocol requires.
struct ProtocolRequirement {
  enum Kind {
    case method(FunctionDeclSyntax)
    case property(VariableDeclSyntax, name: String, type: TypeSyntax)
    case subscripting(SubscriptDeclSyntax)
  }

  let kind: Kind
  let parameters: [Parameter]
  /// The effects of calling the method, or of reading the property or subscript.
  let effects: Effects
  /// The accessors of a property or subscript.
  let getter: AccessorDeclSyntax?
  let setter: AccessorDeclSyntax?

  init(_ method: FunctionDeclSyntax) {
    kind = .method(method)
    parameters = Parameter.all(in: method.signature.parameterClause)
    effects = Effects(method.signature.effectSpecifiers)
    getter = nil
    setter = nil
  }

  init(_ subscripting: SubscriptDeclSyntax) {
    let parameters = Parameter.all(in: subscripting.parameterClause, isLabelled: false)
    self.init(.subscripting(subscripting), parameters: parameters, accessors: subscripting.accessorBlock)
  }

  /// Reads a property; `nil` for one without a type or accessors, which the compiler rejects.
  init?(_ binding: PatternBindingSyntax, of property: VariableDeclSyntax) {
    guard let type = binding.typeAnnotation?.type, let accessors = binding.accessorBlock else { return nil }
    let name = binding.pattern.trimmedDescription
    self.init(.property(property, name: name, type: type), parameters: [], accessors: accessors)
  }

  private init(_ kind: Kind, parameters: [Parameter], accessors block: AccessorBlockSyntax?) {
    var accessors: AccessorDeclListSyntax?
    if case .accessors(let list) = block?.accessors { accessors = list }
    self.kind = kind
    self.parameters = parameters
    getter = accessors?.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
    setter = accessors?.first { $0.accessorSpecifier.tokenKind == .keyword(.set) }
    effects = Effects(getter?.effectSpecifiers)
  }

  /// The declaration in the protocol.
  var syntax: any DeclSyntaxProtocol & WithAttributesSyntax & WithModifiersSyntax {
    switch kind {
    case .method(let method): method
    case .property(let property, _, _): property
    case .subscripting(let subscripting): subscripting
    }
  }

  /// The name with labels, such as `insert(_:)`, `count` and `[_:]`.
  var fullName: String {
    let labels = parameters.map { "\($0.label?.withoutBackticks ?? "_"):" }.joined()
    return switch kind {
    case .method(let method): "\(method.name.text.withoutBackticks)(\(labels))"
    case .property(_, let name, _): name.withoutBackticks
    case .subscripting: "[\(labels)]"
    }
  }

  /// The name in messages, such as `static func make()`.
  var title: String {
    let keyword =
      switch kind {
      case .method: "func "
      case .property: "var "
      case .subscripting: "subscript"
      }
    let modifiers = syntax.modifiers.map(\.name.text).filter(["static", "class", "mutating", "optional"].contains)
    return modifiers.map { "\($0) " }.joined() + keyword + fullName
  }

  /// The type of the result or value; `nil` for a method without a result.
  var resultType: TypeSyntax? {
    switch kind {
    case .method(let method): method.signature.returnClause?.type
    case .property(_, _, let type): type
    case .subscripting(let subscripting): subscripting.returnClause.type
    }
  }

  var genericParameters: GenericParameterClauseSyntax? {
    switch kind {
    case .method(let method): method.genericParameterClause
    case .property: nil
    case .subscripting(let subscripting): subscripting.genericParameterClause
    }
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
