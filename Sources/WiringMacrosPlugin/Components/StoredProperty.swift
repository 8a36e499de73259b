import SwiftSyntax

/// A stored property of a type's objects.
struct StoredProperty {
  /// The name, as code.
  let name: String
  /// What to report on.
  let syntax: VariableDeclSyntax
  let type: TypeSyntax?
  let value: ExprSyntax?
  let injection: InjectAttribute?
  let isolation: ActorIsolation

  /// The stored properties of a declaration; none for one that is computed, lazy, or the type's.
  static func all(of syntax: VariableDeclSyntax, in surroundings: ActorIsolation) -> [StoredProperty] {
    let modifiers = syntax.modifiers
    let others: [Keyword] = [.static, .class, .lazy, .override]
    guard !others.contains(where: modifiers.contains) else { return [] }
    let isolation = ActorIsolation(syntax.attributes, modifiers, in: surroundings)
    let injection = InjectAttribute(in: syntax.attributes)
    let bindings = Array(syntax.bindings)
    return bindings.indices.filter { !bindings[$0].isComputed }.flatMap { position in
      // In `var a, b: Int` the type stands at the last name.
      let type = bindings[position...].lazy.compactMap { $0.typeAnnotation?.type }.first
      return bindings[position].pattern.names.map { name in
        StoredProperty(
          name: name, syntax: syntax, type: bindings[position].pattern.is(IdentifierPatternSyntax.self) ? type : nil,
          value: bindings[position].initializer?.value, injection: injection, isolation: isolation)
      }
    }
  }

  var isConstant: Bool { syntax.bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether an initializer has to set it. What wraps it may have a value for it; that is for the compiler to find.
  var needsValue: Bool {
    guard value == nil, !isWrapped else { return false }
    return isConstant || !isOptional
  }

  /// Whether `nil` is among its values.
  var isOptional: Bool {
    guard let type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  /// What to ask for, as code: for `T!` that is `T`.
  var dependency: String? { asked?.trimmedDescription }

  /// The same as the base of a postfix expression or type.
  var parenthesizedDependency: String? {
    guard let asked, let dependency else { return nil }
    return asked.is(IdentifierTypeSyntax.self) || asked.is(TupleTypeSyntax.self) ? dependency : "(\(dependency))"
  }

  private var asked: TypeSyntax? {
    type?.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? type
  }

  /// The type as that of a parameter whose value is kept.
  var parameterType: String? {
    guard let type, let dependency else { return nil }
    let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    return base.is(FunctionTypeSyntax.self) ? "@escaping \(dependency)" : dependency
  }

  private var isWrapped: Bool {
    let plain: Set = ["Inject", "available", "usableFromInline", "objc", "nonobjc"]
    return syntax.attributes.names.contains { !plain.contains($0) && !$0.hasSuffix("Actor") }
  }
}

extension PatternBindingSyntax {
  /// Whether it has a getter, rather than observers or nothing.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return list.contains { ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
  }
}

extension PatternSyntax {
  /// The names that it gives, as code.
  fileprivate var names: [String] {
    if let identifier = self.as(IdentifierPatternSyntax.self) { return [identifier.identifier.text] }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}
