import SwiftSyntax

/// A requirement that can be forwarded.
struct ProtocolRequirement {
  enum Kind {
    case method(FunctionDeclSyntax)
    case property(name: String, type: String)
    case subscripting(SubscriptDeclSyntax)
  }

  let kind: Kind
  /// What to report on.
  let syntax: DeclSyntax
  let attributes: AttributeListSyntax
  let modifiers: DeclModifierListSyntax
  let parameters: [Parameter]
  /// The effects of the call, or of reading.
  let isAsync: Bool
  let throwing: ThrowsKind
  /// How it can be set; `nil` when it cannot.
  var setter: Setter?

  enum Setter: String {
    case plain = "set"
    case nonmutating = "nonmutating set"
  }

  /// Its name with labels, as in `insert(_:)`, `count` and `[_:]`.
  var fullName: String {
    let labels = parameters.map { "\($0.label?.withoutBackticks ?? "_"):" }.joined()
    return switch kind {
    case .method(let method): "\(method.name.text.withoutBackticks)(\(labels))"
    case .property(let name, _): name.withoutBackticks
    case .subscripting: "[\(labels)]"
    }
  }

  /// The type that it gives, as code.
  var type: String {
    switch kind {
    case .method(let method): method.signature.returnClause?.type.trimmedDescription ?? "Void"
    case .property(_, let type): type
    case .subscripting(let subscripting): subscripting.returnClause.type.trimmedDescription
    }
  }

  /// What can be thrown through it for a reason of our own: nothing, where one part of it cannot throw, or where the
  /// error's type is the caller's choice.
  var proxyThrowing: ThrowsKind {
    guard setter == nil else { return .nonthrowing }
    if case .typed(let type) = throwing, generics.contains(type) { return .nonthrowing }
    return throwing
  }

  /// Whether it belongs to the main actor, in a protocol of which that is known.
  func isMainActor(in protocolIsMainActor: Bool) -> Bool {
    if attributes.names.contains("MainActor") { return true }
    let isElsewhere = modifiers.contains(.nonisolated) || attributes.names.contains { $0.hasSuffix("Actor") }
    return protocolIsMainActor && !isElsewhere
  }

  private var generics: [String] {
    let clause: GenericParameterClauseSyntax? =
      switch kind {
      case .method(let method): method.genericParameterClause
      case .subscripting(let subscripting): subscripting.genericParameterClause
      case .property: nil
      }
    return clause?.parameters.map(\.name.text) ?? []
  }
}

/// The accessors that a property or subscript demands.
struct Accessors {
  let isAsync: Bool
  let throwing: ThrowsKind
  let setter: ProtocolRequirement.Setter?
  let getterSyntax: AccessorDeclSyntax?
  let setterSyntax: AccessorDeclSyntax?

  init(_ block: AccessorBlockSyntax?) {
    var accessors: AccessorDeclListSyntax?
    if case .accessors(let list) = block?.accessors { accessors = list }
    getterSyntax = accessors?.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
    setterSyntax = accessors?.first { $0.accessorSpecifier.tokenKind == .keyword(.set) }
    isAsync = getterSyntax?.effectSpecifiers?.asyncSpecifier != nil
    throwing = ThrowsKind(getterSyntax?.effectSpecifiers?.throwsClause)
    setter = setterSyntax.map { $0.modifier?.name.tokenKind == .keyword(.nonmutating) ? .nonmutating : .plain }
  }
}

/// A declaration in a few words, for messages.
struct DeclarationName {
  let text: String

  init(_ requirement: ProtocolRequirement) {
    let keyword =
      switch requirement.kind {
      case .method: "func "
      case .property: "var "
      case .subscripting: "subscript"
      }
    let words = requirement.modifiers.filter { Self.shown.contains($0.name.text) }.map { "\($0.name.text) " }
    text = words.joined() + keyword + requirement.fullName
  }

  init(_ initializer: InitializerDeclSyntax) {
    let parameters = initializer.signature.parameterClause.parameters
    text = "init(\(parameters.map { "\($0.firstName.text.withoutBackticks):" }.joined()))"
  }

  private static let shown: Set = ["static", "class", "mutating", "optional"]
}
