import SwiftSyntax

/// A stored instance property of a component.
struct StoredProperty {
  /// The name, as code.
  let name: String
  /// The node to report errors at.
  let syntax: VariableDeclSyntax
  let type: TypeSyntax?
  let value: ExprSyntax?
  let injection: InjectAttribute?
  let isolation: ActorIsolation

  /// Reads the stored properties of a declaration: no computed, lazy or static ones.
  static func all(of syntax: VariableDeclSyntax, in context: ActorIsolation) -> [StoredProperty] {
    guard syntax.excludingModifier == nil else { return [] }
    let isolation = ActorIsolation(syntax.attributes, syntax.modifiers, in: context)
    let injection = InjectAttribute(in: syntax.attributes)
    let bindings = Array(syntax.bindings)
    return bindings.indices.filter { !bindings[$0].isComputed }.flatMap { position in
      // In `var a, b: Int` the last name carries the type.
      let type = bindings[position...].lazy.compactMap { $0.typeAnnotation?.type }.first
      return bindings[position].pattern.names.map { name in
        StoredProperty(
          name: name, syntax: syntax, type: bindings[position].pattern.is(IdentifierPatternSyntax.self) ? type : nil,
          value: bindings[position].initializer?.value, injection: injection, isolation: isolation)
      }
    }
  }

  /// Whether a definition can set it without a condition or a warning.
  var isLimited: Bool { syntax.attributes.isLimited }

  var isConstant: Bool { syntax.bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether an initializer has to set the property. A property wrapper can have a default value; the compiler checks that.
  var needsValue: Bool {
    guard value == nil, !isWrapped else { return false }
    return isConstant || !isOptional
  }

  /// Whether the property can be `nil`.
  var isOptional: Bool {
    guard let type else { return false }
    return type.isOptional || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// The type to resolve, as code: `T` for `T!`.
  var dependency: String? { resolvedType?.trimmedDescription }

  /// The type to resolve, in parentheses where a postfix such as `?` needs them.
  var parenthesizedDependency: String? {
    guard let resolvedType, let dependency else { return nil }
    return resolvedType.is(IdentifierTypeSyntax.self) || resolvedType.is(TupleTypeSyntax.self)
      ? dependency : "(\(dependency))"
  }

  private var resolvedType: TypeSyntax? {
    type?.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? type
  }

  /// The type of a parameter whose value is stored in the property.
  var parameterType: String? {
    guard let type, let dependency else { return nil }
    return type.function == nil ? dependency : "@escaping \(dependency)"
  }

  /// Whether it may have a property wrapper, which can be one that cannot be set.
  var isWrapped: Bool {
    let others: Set = [
      "Inject", "available", "usableFromInline", "objc", "nonobjc", "ObservationIgnored", "ObservationTracked",
    ]
    return syntax.attributes.unconditional.contains { !others.contains($0.name) && !$0.isGlobalActor }
  }
}

extension VariableDeclSyntax {
  /// The modifier by which the declaration is not a stored property of an instance, such as `static`.
  var excludingModifier: DeclModifierSyntax? {
    let excluded: [Keyword] = [.static, .class, .lazy, .override]
    return modifiers.first { modifier in excluded.contains { modifier.name.tokenKind == .keyword($0) } }
  }
}

extension PatternBindingSyntax {
  /// Whether the property has a getter; a stored one has observers at most.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return list.contains { ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
  }
}

extension PatternSyntax {
  /// The declared names, as code.
  fileprivate var names: [String] {
    if let identifier = self.as(IdentifierPatternSyntax.self) { return [identifier.identifier.text] }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}
