import SwiftSyntax

/// A requirement that can be forwarded.
struct Requirement {
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
  let throwing: Throwing
  /// How it can be set; `nil` when it cannot.
  var setter: Setter?

  enum Setter: String {
    case plain = "set"
    case nonmutating = "nonmutating set"
  }

  /// Its name with labels, as in `insert(_:)`, `count` and `[_:]`.
  var fullName: String {
    let labels = parameters.map { "\($0.label?.bare ?? "_"):" }.joined()
    return switch kind {
    case .method(let method): "\(method.name.text.bare)(\(labels))"
    case .property(let name, _): name.bare
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
  var openThrowing: Throwing {
    guard setter == nil else { return .nothing }
    if case .only(let type) = throwing, generics.contains(type) { return .nothing }
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
