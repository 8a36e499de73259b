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
    do throws(ExpansionError) {
      try RequirementCheck(requirement: requirement, declaration: declaration, isClassBound: isClassBound).run()
      requirements.append(requirement)
    } catch {
      errors.append(error)
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

  /// Throws the first reason why the requirement cannot be forwarded.
  func run() throws(ExpansionError) {
    try checkModifiers()
    try checkParametersAndResult()
    if let clause = requirement.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.tokenKind == .keyword(.rethrows)
    {
      throw error(
        id: "rethrows",
        reason: "generated code cannot rethrow; name the error, as in 'throws(Failure)', or write 'throws'",
        fixes: .init(
          "write 'throws'", replace: clause, with: clause.with(\.throwsSpecifier.tokenKind, .keyword(.throws))))
    }
    try checkSelf()
    try checkAccessors()
  }

  private func checkModifiers() throws(ExpansionError) {
    let modifiers = requirement.syntax.modifiers
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        throw error(id: "static", reason: "it belongs to the type, and a proxy forwards to an object")
      case .keyword(.mutating):
        throw mutatingError(modifiers, modifiers.filter { $0.name.tokenKind != .keyword(.mutating) })
      case .keyword(.optional):
        throw error(id: "optional", reason: "whether the object has it is unknown before the object exists")
      default: continue
      }
    }
  }

  private func checkParametersAndResult() throws(ExpansionError) {
    let clauses = [requirement.genericParameters.map { Syntax($0) }, requirement.resultType.map { Syntax($0) }]
    let nodes = requirement.parameters.map { Syntax($0.syntax) } + clauses.compactMap(\.self)
    if nodes.contains(where: { $0.containsToken { $0 == .keyword(.each) || $0 == .keyword(.repeat) } }) {
      throw error(id: "pack", reason: "generated code cannot pass on a parameter pack; take an array or a tuple")
    }
    if let (reason, fix) = requirement.parameters.lazy.compactMap(\.variadicError).first {
      throw error(id: "variadic", reason: reason, fixes: fix)
    }
  }

  private func checkSelf() throws(ExpansionError) {
    let result = requirement.resultType
    let types = requirement.parameters.map(\.syntax.type) + [result].compactMap(\.self)
    guard types.contains(where: { $0.containsToken { $0 == .keyword(.Self) } }) else { return }
    let reason = "'Self' would be the type of the proxy, not that of the object"
    guard let result, result.trimmedDescription == "Self" else { throw error(id: "self", reason: reason) }
    let existential: TypeSyntax = "any \(raw: declaration.name.text)"
    let replaced = existential.with(\.leadingTrivia, result.leadingTrivia).with(\.trailingTrivia, result.trailingTrivia)
    throw error(
      id: "self", reason: reason,
      fixes: .init("return '\(existential.trimmedDescription)'", replace: result, with: replaced))
  }

  private func checkAccessors() throws(ExpansionError) {
    if let getter = requirement.getter, getter.modifier?.name.tokenKind == .keyword(.mutating) {
      throw mutatingError(getter, getter.with(\.modifier, nil))
    }
    // A struct can conform to the protocol, so that a setter is mutating unless it says otherwise.
    guard !isClassBound, let setter = requirement.setter, !requirement.isNonmutatingSetter else { return }
    let modifier = DeclModifierSyntax(name: .keyword(.nonmutating, trailingTrivia: .space))
    let nonmutating = setter.with(\.accessorSpecifier.leadingTrivia, []).with(\.modifier, modifier)
      .with(\.leadingTrivia, setter.leadingTrivia)
    throw error(
      id: "setter", reason: "'\(declaration.name.text)' can be a struct, and the proxy stores the object as a constant",
      fixes: declaration.inheritingFromAnyObject,
      .init("write 'nonmutating set'", replace: setter, with: nonmutating))
  }

  private func mutatingError(_ old: some SyntaxProtocol, _ new: some SyntaxProtocol) -> ExpansionError {
    error(
      id: "mutating", reason: "the proxy stores the object as a constant",
      fixes: .init("remove 'mutating'", replace: old, with: new))
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
