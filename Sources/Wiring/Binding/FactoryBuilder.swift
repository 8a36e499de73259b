/// A declared binding of a ``Factory``, a ``MainActorFactory`` or an ``AsyncFactory``, for modifiers. It has no steps or
/// hooks.
public struct FactoryBuilder<Value, each Parameter>: ConditionalBinding {
  let binding: BindingBuilder<Value, repeat each Parameter>

  /// The declaration, which the modifiers change.
  public var declared: DeclaredBinding { binding.declared }

  @usableFromInline
  init(_ binding: BindingBuilder<Value, repeat each Parameter>) {
    self.binding = binding
  }

  /// Selects the keys of the dependencies, in order, where types alone are ambiguous.
  ///
  /// - Parameter keys: One key per dependency; ``Key/unqualified`` for one that is its type alone.
  @discardableResult
  public func from(_ keys: repeat Key<each Parameter>) -> Self {
    FactoryBuilder(binding.from(repeat each keys))
  }
}

// MARK: - One object for each argument

extension FactoryBuilder {
  /// Shares the objects of a factory among all who call it with equal arguments.
  ///
  /// ```swift
  /// binder.factory(Conversation.init(person:store:), argument: Person.ID.self).scoped(.weak)
  /// ```
  ///
  /// - Parameter scope: ``Scope/singleton``: the object for an argument lives as long as the graph, so that the arguments
  ///   must be few. ``Scope/weak``: while something references it. A call is a resolution of its own, so that the other scopes
  ///   share nothing.
  @discardableResult
  public func scoped<Product: Sendable, each Argument: Hashable & Sendable>(_ scope: Scope) -> Self
  where Value == Factory<Product, repeat each Argument> {
    sharing(in: scope) { factory in
      let objects = ObjectsByArguments<Product>(in: scope)
      return Factory { (argument: repeat each Argument) in
        try objects.value(for: ArgumentList(repeat each argument)) { try factory(repeat each argument) }
      }
    }
  }

  /// Shares the objects of a factory among all who call it with equal arguments.
  @discardableResult
  public func scoped<Product: Sendable, each Argument: Hashable & Sendable>(_ scope: Scope) -> Self
  where Value == MainActorFactory<Product, repeat each Argument> {
    sharing(in: scope) { factory in
      let objects = ObjectsByArguments<Product>(in: scope, isConfined: true)
      return MainActorFactory { (argument: repeat each Argument) in
        try objects.value(for: ArgumentList(repeat each argument)) { try factory(repeat each argument) }
      }
    }
  }

  /// Shares the objects of a factory among all who call it with equal arguments; concurrent calls create one object.
  @discardableResult
  public func scoped<Product: Sendable, each Argument: Hashable & Sendable>(_ scope: Scope) -> Self
  where Value == AsyncFactory<Product, repeat each Argument> {
    sharing(in: scope) { factory in
      let objects = ObjectsByArguments<Product>(in: scope)
      return AsyncFactory { @concurrent (argument: repeat each Argument) in
        try await objects.asyncValue(for: ArgumentList(repeat each argument)) {
          try await factory(repeat each argument)
        }
      }
    }
  }

  private func sharing(in scope: Scope, _ share: @escaping @Sendable (Value) -> Value) -> Self {
    guard scope.kind == .singleton || scope.kind == .weak else { return self }
    // The scope makes the plan check that a shared object holds nothing of a shorter life.
    return FactoryBuilder(binding.set(scope).modified(.sharing(HandleTransform(share))))
  }
}

/// A function that is applied to a handle when its binding is linked.
final class HandleTransform<Handle>: AnyHandleTransform {
  let apply: @Sendable (Handle) -> Handle

  init(_ apply: @escaping @Sendable (Handle) -> Handle) {
    self.apply = apply
  }
}

/// A ``HandleTransform`` of any type.
package protocol AnyHandleTransform: AnyObject, Sendable {}
