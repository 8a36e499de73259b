import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads the requirements of a protocol, and reports one error for each that cannot be forwarded.
struct RequirementReader {
  private(set) var requirements: [ProtocolRequirement] = []
  private(set) var errors: [ExpansionError] = []
  private let declaration: ProtocolDeclSyntax
  private let isClassBound: Bool

  init(_ declaration: ProtocolDeclSyntax, isClassBound: Bool) {
    self.declaration = declaration
    self.isClassBound = isClassBound
    for member in declaration.memberBlock.members { read(member.decl) }
  }

  private mutating func read(_ member: DeclSyntax) {
    if let method = member.as(FunctionDeclSyntax.self) {
      add(ProtocolRequirement(method))
    } else if let subscripting = member.as(SubscriptDeclSyntax.self) {
      add(ProtocolRequirement(subscripting))
    } else if let property = member.as(VariableDeclSyntax.self) {
      for binding in property.bindings { ProtocolRequirement(binding, of: property).map { add($0) } }
    } else if let initializer = member.as(InitializerDeclSyntax.self) {
      reject(
        member, named: initializer.title, id: "initializer",
        reason: "it creates an object, and a proxy forwards to an existing one")
    } else if let type = member.as(AssociatedTypeDeclSyntax.self) {
      reject(
        member, named: "associatedtype \(type.name.text)", id: "associated-type",
        reason: "'any \(declaration.name.text)' does not determine the type")
    } else if !member.is(TypeAliasDeclSyntax.self) {
      reject(
        member, named: member.is(IfConfigDeclSyntax.self) ? "#if" : "this", id: "unseen",
        reason: "a macro cannot see which requirements it contains; move them to a separate protocol")
    }
  }

  private mutating func add(_ requirement: ProtocolRequirement) {
    let check = RequirementCheck(requirement: requirement, declaration: declaration, isClassBound: isClassBound)
    if let error = check.firstError {
      errors.append(error)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func reject(_ node: some SyntaxProtocol, named name: String, id: String, reason: String) {
    errors.append(ExpansionError(id, at: node, "cannot forward '\(name)': \(reason)"))
  }
}

/// The check whether a requirement can be forwarded.
private struct RequirementCheck {
  let requirement: ProtocolRequirement
  let declaration: ProtocolDeclSyntax
  let isClassBound: Bool

  /// The first reason why the requirement cannot be forwarded.
  var firstError: ExpansionError? {
    modifierError ?? packError ?? variadicError ?? rethrowsError ?? selfError ?? mutatingGetterError ?? setterError
  }

  private var modifierError: ExpansionError? {
    let modifiers = requirement.syntax.modifiers
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        return error(id: "static", reason: "it belongs to the type, and a proxy forwards to an object")
      case .keyword(.mutating):
        let remaining = modifiers.filter { $0.name.tokenKind != .keyword(.mutating) }
        return error(
          id: "mutating", reason: "the proxy stores the object as a constant",
          fixes: .init("remove 'mutating'", replace: modifiers, with: remaining))
      case .keyword(.optional):
        return error(id: "optional", reason: "whether the object has it is unknown before the object exists")
      default: continue
      }
    }
    return nil
  }

  private var packError: ExpansionError? {
    let nodes =
      requirement.parameters.map { Syntax($0.syntax) }
      + [requirement.genericParameters.map { Syntax($0) }, requirement.resultType.map { Syntax($0) }]
      .compactMap(\.self)
    let hasPack = nodes.contains { node in
      node.containsToken { $0 == .keyword(.each) || $0 == .keyword(.repeat) }
    }
    return hasPack
      ? error(id: "pack", reason: "generated code cannot pass on a parameter pack; take an array or a tuple") : nil
  }

  private var variadicError: ExpansionError? {
    requirement.parameters.lazy.compactMap(\.variadicError).first.map {
      error(id: "variadic", reason: $0.reason, fixes: $0.fix)
    }
  }

  private var rethrowsError: ExpansionError? {
    guard case .method(let method) = requirement.kind, let clause = method.signature.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.tokenKind == .keyword(.rethrows)
    else { return nil }
    return error(
      id: "rethrows",
      reason: "generated code cannot rethrow; name the error, as in 'throws(Failure)', or write 'throws'",
      fixes: .init(
        "write 'throws'", replace: clause, with: clause.with(\.throwsSpecifier.tokenKind, .keyword(.throws))))
  }

  private var selfError: ExpansionError? {
    let result = requirement.resultType
    let types = requirement.parameters.map(\.syntax.type) + [result].compactMap(\.self)
    guard types.contains(where: { $0.containsToken { $0 == .keyword(.Self) } }) else { return nil }
    let reason = "'Self' would be the type of the proxy, not that of the object"
    guard let result, result.trimmedDescription == "Self" else { return error(id: "self", reason: reason) }
    let existential: TypeSyntax = "any \(raw: declaration.name.text)"
    let replaced = existential.with(\.leadingTrivia, result.leadingTrivia).with(\.trailingTrivia, result.trailingTrivia)
    return error(
      id: "self", reason: reason,
      fixes: .init("return '\(existential.trimmedDescription)'", replace: result, with: replaced))
  }

  private var mutatingGetterError: ExpansionError? {
    guard let getter = requirement.getter, getter.modifier?.name.tokenKind == .keyword(.mutating) else { return nil }
    return error(
      id: "mutating", reason: "the proxy stores the object as a constant",
      fixes: .init("remove 'mutating'", replace: getter, with: getter.with(\.modifier, nil)))
  }

  /// The error of a mutating setter in a protocol to which a struct can conform.
  private var setterError: ExpansionError? {
    guard !isClassBound, let setter = requirement.setter, !requirement.isNonmutatingSetter else { return nil }
    let modifier = DeclModifierSyntax(name: .keyword(.nonmutating, trailingTrivia: .space))
    let nonmutating = setter.with(\.accessorSpecifier.leadingTrivia, []).with(\.modifier, modifier)
      .with(\.leadingTrivia, setter.leadingTrivia)
    return error(
      id: "setter", reason: "'\(declaration.name.text)' can be a struct, and the proxy stores the object as a constant",
      fixes: declaration.inheritingFromAnyObject,
      .init("write 'nonmutating set'", replace: setter, with: nonmutating))
  }

  private func error(id: String, reason: String, fixes: ExpansionError.Fix...) -> ExpansionError {
    ExpansionError(
      id, at: Syntax(requirement.syntax), "cannot forward '\(requirement.title)': \(reason)", fixes: fixes)
  }
}

extension ProtocolDeclSyntax {
  /// The fix that adds `AnyObject` as the first parent.
  fileprivate var inheritingFromAnyObject: ExpansionError.Fix {
    let title = "require a class by 'AnyObject'"
    if let types = inheritanceClause?.inheritedTypes, let first = types.first {
      let added = first.with(\.type, "\(first.type.leadingTrivia)AnyObject, \(first.type.with(\.leadingTrivia, []))")
      return .init(title, replace: first, with: added)
    }
    // As one token, so that nothing else of the protocol is replaced.
    let named = name.with(\.tokenKind, .identifier("\(name.text): AnyObject"))
    return .init(title, replace: name, with: named)
  }
}
