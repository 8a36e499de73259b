import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads the requirements of a protocol, and finds those that cannot be forwarded: one reason for each.
struct RequirementReader {
  private(set) var requirements: [ProtocolRequirement] = []
  private(set) var errors: [ExpansionError] = []
  private let declaration: ProtocolDeclSyntax
  private let isClassBound: Bool

  init(_ declaration: ProtocolDeclSyntax, isClassBound: Bool) {
    self.declaration = declaration
    self.isClassBound = isClassBound
  }

  mutating func read() {
    for member in declaration.memberBlock.members { read(member.decl) }
  }

  private mutating func read(_ member: DeclSyntax) {
    if let method = member.as(FunctionDeclSyntax.self) {
      read(method)
    } else if let subscripting = member.as(SubscriptDeclSyntax.self) {
      read(subscripting)
    } else if let property = member.as(VariableDeclSyntax.self) {
      for binding in property.bindings { read(binding, of: property) }
    } else if let initializer = member.as(InitializerDeclSyntax.self) {
      refuse("initializer", member, DeclarationName(initializer).text, "it makes an object, and a stand-in has one already")
    } else if let type = member.as(AssociatedTypeDeclSyntax.self) {
      refuse(
        "associated-type", member, "associatedtype \(type.name.text)",
        "which type that is, 'any \(declaration.name.text)' does not say")
    } else if !member.is(TypeAliasDeclSyntax.self) {
      refuse(
        "unseen", member, member.is(IfConfigDeclSyntax.self) ? "#if" : "this",
        "a macro does not see which requirements it stands for; write them in a protocol of their own")
    }
  }

  private mutating func read(_ method: FunctionDeclSyntax) {
    let parameters = method.signature.parameterClause.parameters.enumerated().map { Parameter($1, at: $0) }
    let effects = method.signature.effectSpecifiers
    let requirement = ProtocolRequirement(
      kind: .method(method), syntax: DeclSyntax(method), attributes: method.attributes, modifiers: method.modifiers,
      parameters: parameters, isAsync: effects?.asyncSpecifier != nil, throwing: ThrowsKind(effects?.throwsClause))
    if let error = error(
      of: requirement, generics: method.genericParameterClause, returned: method.signature.returnClause?.type,
      throwsClause: effects?.throwsClause)
    {
      errors.append(error)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func read(_ subscripting: SubscriptDeclSyntax) {
    let parameters = subscripting.parameterClause.parameters.enumerated().map {
      Parameter($1, at: $0, isLabelled: false)
    }
    let accessors = Accessors(subscripting.accessorBlock)
    let requirement = ProtocolRequirement(
      kind: .subscripting(subscripting), syntax: DeclSyntax(subscripting), attributes: subscripting.attributes,
      modifiers: subscripting.modifiers, parameters: parameters, isAsync: accessors.isAsync,
      throwing: accessors.throwing, setter: accessors.setter)
    if let error = error(
      of: requirement, generics: subscripting.genericParameterClause, returned: subscripting.returnClause.type,
      accessors: accessors)
    {
      errors.append(error)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func read(_ binding: PatternBindingSyntax, of property: VariableDeclSyntax) {
    // A property without a type or accessors is no requirement; the compiler says so.
    guard let type = binding.typeAnnotation?.type, let block = binding.accessorBlock else { return }
    let accessors = Accessors(block)
    let requirement = ProtocolRequirement(
      kind: .property(name: binding.pattern.trimmedDescription, type: type.trimmedDescription),
      syntax: DeclSyntax(property), attributes: property.attributes, modifiers: property.modifiers, parameters: [],
      isAsync: accessors.isAsync, throwing: accessors.throwing, setter: accessors.setter)
    if let error = error(of: requirement, returned: type, accessors: accessors) {
      errors.append(error)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func refuse(_ id: String, _ node: some SyntaxProtocol, _ title: String, _ reason: String) {
    errors.append(ExpansionError(id, at: node, "cannot forward '\(title)': \(reason)"))
  }

  /// The first reason why a requirement cannot be forwarded.
  private func error(
    of requirement: ProtocolRequirement, generics: GenericParameterClauseSyntax? = nil, returned: TypeSyntax? = nil,
    throwsClause: ThrowsClauseSyntax? = nil, accessors: Accessors? = nil
  ) -> ExpansionError? {
    let check = RequirementCheck(requirement, of: declaration)
    return check.modifiers() ?? check.packs(generics, returned: returned) ?? check.variadicParameter()
      ?? check.rethrowing(throwsClause) ?? check.selfType(returned: returned)
      ?? accessors.flatMap { isClassBound ? check.mutatingGetter($0) : check.mutatingGetter($0) ?? check.setter($0) }
  }
}

/// The reasons why a requirement cannot be forwarded, one by one.
struct RequirementCheck {
  private let requirement: ProtocolRequirement
  private let declaration: ProtocolDeclSyntax
  private let title: String

  init(_ requirement: ProtocolRequirement, of declaration: ProtocolDeclSyntax) {
    self.requirement = requirement
    self.declaration = declaration
    title = DeclarationName(requirement).text
  }

  func modifiers() -> ExpansionError? {
    for modifier in requirement.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        return error("static", "it belongs to the type, and the stand-in is of another")
      case .keyword(.mutating):
        return error(
          "mutating", "the object is held as a constant",
          .init("remove 'mutating'", replace: requirement.modifiers, with: requirement.modifiers.removing(.mutating)))
      case .keyword(.optional):
        return error("optional", "whether the object has it, nobody knows before the object is there")
      default: continue
      }
    }
    return nil
  }

  func packs(_ generics: GenericParameterClauseSyntax?, returned: TypeSyntax?) -> ExpansionError? {
    let pieces =
      requirement.parameters.map { Syntax($0.syntax) }
      + [generics.map { Syntax($0) }, returned.map { Syntax($0) }].compactMap(\.self)
    let hasPack = pieces.contains { piece in
      piece.containsToken { $0 == .keyword(.each) || $0 == .keyword(.repeat) }
    }
    return hasPack
      ? error("pack", "a parameter pack cannot be passed on by generated code; take an array, or a tuple") : nil
  }

  func variadicParameter() -> ExpansionError? {
    guard let parameter = requirement.parameters.first(where: \.isVariadic) else { return nil }
    let list = "[\(parameter.type.trimmedDescription)]"
    let replaced = parameter.syntax.with(\.ellipsis, nil).with(\.type, "\(raw: list)")
    return error(
      "variadic", "the arguments of '\(parameter.name)' arrive as an array, which cannot be passed on one by one",
      .init("take the array '\(list)'", replace: parameter.syntax, with: replaced))
  }

  func rethrowing(_ clause: ThrowsClauseSyntax?) -> ExpansionError? {
    guard let clause, clause.throwsSpecifier.tokenKind == .keyword(.rethrows) else { return nil }
    let replaced = clause.with(\.throwsSpecifier.tokenKind, .keyword(.throws))
    return error(
      "rethrows",
      "what 'rethrows' calls cannot be passed on; name the error, as in 'throws(Failure)', or write 'throws'",
      .init("write 'throws'", replace: clause, with: replaced))
  }

  func selfType(returned: TypeSyntax?) -> ExpansionError? {
    let pieces = requirement.parameters.map(\.syntax.type) + [returned].compactMap(\.self)
    guard pieces.contains(where: { $0.containsToken { $0 == .keyword(.Self) } }) else { return nil }
    let reason = "'Self' is the stand-in's type here, and the object's there"
    guard let returned, returned.trimmedDescription == "Self" else { return error("self", reason) }
    let existential: TypeSyntax = "any \(raw: declaration.name.text)"
    let replaced = existential.with(\.leadingTrivia, returned.leadingTrivia)
      .with(\.trailingTrivia, returned.trailingTrivia)
    return error(
      "self", reason, .init("return '\(existential.trimmedDescription)'", replace: returned, with: replaced))
  }

  func mutatingGetter(_ accessors: Accessors) -> ExpansionError? {
    guard let getter = accessors.getterSyntax, let modifier = getter.modifier,
      modifier.name.tokenKind == .keyword(.mutating)
    else { return nil }
    return error(
      "mutating", "the object is held as a constant",
      .init("remove 'mutating'", replace: getter, with: getter.with(\.modifier, nil)))
  }

  /// For a protocol to which a struct may conform.
  func setter(_ accessors: Accessors) -> ExpansionError? {
    guard let setter = accessors.setterSyntax, accessors.setter == .plain else { return nil }
    let modifier = DeclModifierSyntax(name: .keyword(.nonmutating, trailingTrivia: .space))
    let nonmutating = setter.with(\.accessorSpecifier.leadingTrivia, []).with(\.modifier, modifier)
      .with(\.leadingTrivia, setter.leadingTrivia)
    return error(
      "setter", "'\(declaration.name.text)' may be a value, which is held as a constant",
      declaration.inheritingFromAnyObject,
      .init("write 'nonmutating set'", replace: setter, with: nonmutating))
  }

  private func error(_ id: String, _ reason: String, _ fixes: ExpansionError.Fix...) -> ExpansionError {
    ExpansionError(id, at: requirement.syntax, "cannot forward '\(title)': \(reason)", fixes: fixes)
  }
}

extension DeclModifierListSyntax {
  fileprivate func removing(_ keyword: Keyword) -> Self {
    filter { $0.name.tokenKind != .keyword(keyword) }
  }
}

extension ProtocolDeclSyntax {
  /// The change that adds `AnyObject` as the first parent.
  fileprivate var inheritingFromAnyObject: ExpansionError.Fix {
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
