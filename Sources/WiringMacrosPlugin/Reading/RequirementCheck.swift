import SwiftSyntax
import SwiftSyntaxBuilder

/// The reasons why a requirement cannot be forwarded, one by one.
struct RequirementCheck {
  private let requirement: Requirement
  private let declaration: ProtocolDeclSyntax
  private let title: String

  init(_ requirement: Requirement, of declaration: ProtocolDeclSyntax) {
    self.requirement = requirement
    self.declaration = declaration
    title = Title(requirement).text
  }

  func modifiers() -> Refusal? {
    for modifier in requirement.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        return refusal("static", "it belongs to the type, and the stand-in is of another")
      case .keyword(.mutating):
        return refusal(
          "mutating", "the object is held as a constant",
          .init("remove 'mutating'", replace: requirement.modifiers, with: requirement.modifiers.removing(.mutating)))
      case .keyword(.optional):
        return refusal("optional", "whether the object has it, nobody knows before the object is there")
      default: continue
      }
    }
    return nil
  }

  func packs(_ generics: GenericParameterClauseSyntax?, returned: TypeSyntax?) -> Refusal? {
    let pieces =
      requirement.parameters.map { Syntax($0.syntax) }
      + [generics.map { Syntax($0) }, returned.map { Syntax($0) }].compactMap(\.self)
    let hasPack = pieces.contains { piece in
      piece.containsToken { $0 == .keyword(.each) || $0 == .keyword(.repeat) }
    }
    return hasPack
      ? refusal("pack", "a parameter pack cannot be passed on by generated code; take an array, or a tuple") : nil
  }

  func variadicParameter() -> Refusal? {
    guard let parameter = requirement.parameters.first(where: \.isVariadic) else { return nil }
    let list = "[\(parameter.type.trimmedDescription)]"
    let replaced = parameter.syntax.with(\.ellipsis, nil).with(\.type, "\(raw: list)")
    return refusal(
      "variadic", "the arguments of '\(parameter.name)' arrive as an array, which cannot be passed on one by one",
      .init("take the array '\(list)'", replace: parameter.syntax, with: replaced))
  }

  func rethrowing(_ clause: ThrowsClauseSyntax?) -> Refusal? {
    guard let clause, clause.throwsSpecifier.tokenKind == .keyword(.rethrows) else { return nil }
    let replaced = clause.with(\.throwsSpecifier.tokenKind, .keyword(.throws))
    return refusal(
      "rethrows",
      "what 'rethrows' calls cannot be passed on; name the error, as in 'throws(Failure)', or write 'throws'",
      .init("write 'throws'", replace: clause, with: replaced))
  }

  func selfType(returned: TypeSyntax?) -> Refusal? {
    let pieces = requirement.parameters.map(\.syntax.type) + [returned].compactMap(\.self)
    guard pieces.contains(where: { $0.containsToken { $0 == .keyword(.Self) } }) else { return nil }
    let reason = "'Self' is the stand-in's type here, and the object's there"
    guard let returned, returned.trimmedDescription == "Self" else { return refusal("self", reason) }
    let existential: TypeSyntax = "any \(raw: declaration.name.text)"
    let replaced = existential.with(\.leadingTrivia, returned.leadingTrivia)
      .with(\.trailingTrivia, returned.trailingTrivia)
    return refusal(
      "self", reason, .init("return '\(existential.trimmedDescription)'", replace: returned, with: replaced))
  }

  func mutatingGetter(_ accessors: Accessors) -> Refusal? {
    guard let getter = accessors.getterSyntax, let modifier = getter.modifier,
      modifier.name.tokenKind == .keyword(.mutating)
    else { return nil }
    return refusal(
      "mutating", "the object is held as a constant",
      .init("remove 'mutating'", replace: getter, with: getter.with(\.modifier, nil)))
  }

  /// For a protocol to which a struct may conform.
  func setter(_ accessors: Accessors) -> Refusal? {
    guard let setter = accessors.setterSyntax, accessors.setter == .plain else { return nil }
    let modifier = DeclModifierSyntax(name: .keyword(.nonmutating, trailingTrivia: .space))
    let nonmutating = setter.with(\.accessorSpecifier.leadingTrivia, []).with(\.modifier, modifier)
      .with(\.leadingTrivia, setter.leadingTrivia)
    return refusal(
      "setter", "'\(declaration.name.text)' may be a value, which is held as a constant",
      declaration.inheritingFromAnyObject,
      .init("write 'nonmutating set'", replace: setter, with: nonmutating))
  }

  private func refusal(_ id: String, _ reason: String, _ remedies: Refusal.Remedy...) -> Refusal {
    Refusal(id, at: requirement.syntax, "cannot forward '\(title)': \(reason)", remedies: remedies)
  }
}

extension DeclModifierListSyntax {
  fileprivate func removing(_ keyword: Keyword) -> Self {
    filter { $0.name.tokenKind != .keyword(keyword) }
  }
}

extension ProtocolDeclSyntax {
  /// The change that adds `AnyObject` as the first parent.
  fileprivate var inheritingFromAnyObject: Refusal.Remedy {
    let title = "demand a class by 'AnyObject'"
    if let types = inheritanceClause?.inheritedTypes, let first = types.first {
      let added = first.with(\.type, "\(first.type.leadingTrivia)AnyObject, \(first.type.with(\.leadingTrivia, []))")
      return .init(title, replace: first, with: added)
    }
    // As one token, so that nothing else of the protocol is replaced.
    let named = name.with(\.tokenKind, .identifier("\(name.text): AnyObject"))
    return .init(title, replace: name, with: named)
  }
}
