import SwiftSyntax

/// Reads the requirements of a protocol, and finds those that cannot be forwarded: one reason for each.
struct RequirementReader {
  private(set) var requirements: [Requirement] = []
  private(set) var refusals: [Refusal] = []
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
      refuse("initializer", member, Title(initializer).text, "it makes an object, and a stand-in has one already")
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
    let requirement = Requirement(
      kind: .method(method), syntax: DeclSyntax(method), attributes: method.attributes, modifiers: method.modifiers,
      parameters: parameters, isAsync: effects?.asyncSpecifier != nil, throwing: Throwing(effects?.throwsClause))
    if let refusal = refusal(
      of: requirement, generics: method.genericParameterClause, returned: method.signature.returnClause?.type,
      throwsClause: effects?.throwsClause)
    {
      refusals.append(refusal)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func read(_ subscripting: SubscriptDeclSyntax) {
    let parameters = subscripting.parameterClause.parameters.enumerated().map {
      Parameter($1, at: $0, isLabelled: false)
    }
    let accessors = Accessors(subscripting.accessorBlock)
    let requirement = Requirement(
      kind: .subscripting(subscripting), syntax: DeclSyntax(subscripting), attributes: subscripting.attributes,
      modifiers: subscripting.modifiers, parameters: parameters, isAsync: accessors.isAsync,
      throwing: accessors.throwing, setter: accessors.setter)
    if let refusal = refusal(
      of: requirement, generics: subscripting.genericParameterClause, returned: subscripting.returnClause.type,
      accessors: accessors)
    {
      refusals.append(refusal)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func read(_ binding: PatternBindingSyntax, of property: VariableDeclSyntax) {
    // A property without a type or accessors is no requirement; the compiler says so.
    guard let type = binding.typeAnnotation?.type, let block = binding.accessorBlock else { return }
    let accessors = Accessors(block)
    let requirement = Requirement(
      kind: .property(name: binding.pattern.trimmedDescription, type: type.trimmedDescription),
      syntax: DeclSyntax(property), attributes: property.attributes, modifiers: property.modifiers, parameters: [],
      isAsync: accessors.isAsync, throwing: accessors.throwing, setter: accessors.setter)
    if let refusal = refusal(of: requirement, returned: type, accessors: accessors) {
      refusals.append(refusal)
    } else {
      requirements.append(requirement)
    }
  }

  private mutating func refuse(_ id: String, _ node: some SyntaxProtocol, _ title: String, _ reason: String) {
    refusals.append(Refusal(id, at: node, "cannot forward '\(title)': \(reason)"))
  }

  /// The first reason why a requirement cannot be forwarded.
  private func refusal(
    of requirement: Requirement, generics: GenericParameterClauseSyntax? = nil, returned: TypeSyntax? = nil,
    throwsClause: ThrowsClauseSyntax? = nil, accessors: Accessors? = nil
  ) -> Refusal? {
    let check = RequirementCheck(requirement, of: declaration)
    return check.modifiers() ?? check.packs(generics, returned: returned) ?? check.variadicParameter()
      ?? check.rethrowing(throwsClause) ?? check.selfType(returned: returned)
      ?? accessors.flatMap { isClassBound ? check.mutatingGetter($0) : check.mutatingGetter($0) ?? check.setter($0) }
  }
}
