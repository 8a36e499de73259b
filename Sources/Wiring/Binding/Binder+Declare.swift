// What a program compiles for each binding is a *thunk*: a closure that passes the linked dependencies to the factory, with
// the types known, so that a resolution costs about as much as hand-written code. Everything else is compiled once, here.
extension Binder {
  /// Declares a factory whose parameters are the dependencies.
  @inlinable
  package func declare<Value, Failure: Error, each Parameter>(
    _ key: AnyKey, kind: Declaration.Kind = .factory,
    making make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value, at site: CallSite
  ) -> BindingBuilder<Value, repeat each Parameter> {
    // The thunk captures nothing, so that a binding allocates no context for it.
    declare(key, kind: kind, making: make, at: site) {
      (
        make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
        linked: repeat LinkedDependency<each Parameter>
      ) in
      { frame in try make(repeat (each linked).value(frame)) }
    }
  }

  /// Declares a factory with its thunk.
  @usableFromInline
  package func declare<Value, Failure: Error, each Parameter>(
    _ key: AnyKey, kind: Declaration.Kind,
    making make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value, at site: CallSite,
    thunk:
      @escaping @Sendable (
        @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value, repeat LinkedDependency<each Parameter>
      ) -> @Sendable (ResolutionFrame?) throws -> Value
  ) -> BindingBuilder<Value, repeat each Parameter> {
    append(key, kind: kind, throwing: Failure.self, at: site) { linker, scope in
      // Each parameter is linked to its node here, once; a resolution looks nothing up.
      let linked = (repeat linker.dependency(for: (each Parameter).self))
      let factory = thunk(make, repeat each linked)
      guard linker.needsAsyncForm else { return linker.node(scope, factory, nil) }
      return linker.node(scope, factory) { frame in try make(repeat try await (each linked).asyncValue(frame)) }
    }
  }

  /// Declares an existing value.
  @usableFromInline
  package func declare<Value: Sendable>(_ key: AnyKey, value: Value, at site: CallSite) -> ValueBuilder<Value> {
    list.check(key, hasType: Value.self, at: site)
    return ValueBuilder(BindingBuilder(list.append(Self.declaration(key, value: value, at: site))))
  }

  /// Returns the declaration of the root of a plan without one.
  static func nothing(at site: CallSite) -> Declaration {
    let declaration = declaration(AnyKey(Void.self), value: (), at: site)
    declaration.isBuiltIn = true
    return declaration
  }

  private static func declaration<Value: Sendable>(_ key: AnyKey, value: Value, at site: CallSite) -> Declaration {
    let declaration = Declaration(key: key, kind: .value, site: site, dependencies: []) { _, _ in
      Node<Value>(needsFrame: false, make: { (_: ResolutionFrame?) in value })
    }
    declaration.scope = .singleton
    declaration.modifiers = [.value(value)]
    return declaration
  }

  /// Declares an opaque factory.
  @usableFromInline
  package func declare<Value>(
    _ key: AnyKey, resolving make: @escaping @Sendable (Resolver) throws -> Value, at site: CallSite
  ) -> BindingBuilder<Value> {
    append(key, kind: .opaque, throwing: (any Error).self, at: site) { linker, scope in
      let source = linker.resolverSource()
      return linker.node(scope, { frame in try source.withResolver(frame) { resolver in try make(resolver) } }, nil)
    }
  }

  /// Declares an asynchronous factory.
  @usableFromInline
  package func declare<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    async key: AnyKey,
    making make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    at site: CallSite
  ) -> BindingBuilder<Value, repeat each Parameter> {
    append(key, kind: .factory, throwing: Failure.self, isolation: .async, at: site) { linker, scope in
      let linked = (repeat linker.dependency(for: (each Parameter).self))
      return linker.node(
        scope, { [key = linker.key] _ in throw ResolutionError(.needsAwait(key)) },
        { frame in try await make(repeat try await (each linked).asyncValue(frame)) })
    }
  }

  /// Adds the declaration of an object whose dependencies are the parameters of its factory.
  func append<Value, each Parameter>(
    _ key: AnyKey, kind: Declaration.Kind, throwing failure: any Error.Type, isolation: Isolation = .any,
    at site: CallSite, link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
  ) -> BindingBuilder<Value, repeat each Parameter> {
    list.check(key, hasType: Value.self, at: site)
    let declaration = Declaration(
      key: key, kind: kind, site: site, dependencies: Dependency.all(repeat (each Parameter).self), link: link)
    declaration.failure = failure
    declaration.isolation = isolation
    declaration.unchosenParameters = declaration.dependencies.count
    return BindingBuilder(list.append(declaration))
  }
}

/// The declarations that a binder collects, and that the modifiers of a binding change.
///
/// A class, so that a modifier changes the list and not a copy. It exists only while modules are configured; the plan
/// stores the declarations.
@usableFromInline package final class DeclarationList {
  @exclusivity(unchecked) @usableFromInline package var declarations: [Declaration] = []
  /// The position of the module that is being configured.
  @exclusivity(unchecked) @usableFromInline package var module = -1
  var roots: [RequiredKey] = []
  var requirements: [RequiredKey] = []
  /// Element types whose lists may be empty.
  var collections: [AnyKey] = []
  package private(set) var problems: [Problem] = []
  let profile: Profile

  package init(profile: Profile) {
    self.profile = profile
  }

  /// Reports a key whose type is not that of its objects. A plan with such a key is never linked.
  ///
  /// A metatype is a value, too: `let type: Plugin.Type = Spelling.self` names the class `Spelling`, while all that the compiler
  /// knows of the objects is that they are `Plugin`s.
  func check<Value>(_ key: AnyKey, hasType type: Value.Type, at site: CallSite) {
    if key.type != Value.self { problems.append(.dynamicType(key, of: AnyKey(Value.self), at: site.location)) }
  }

  /// Adds the roots, the requirements, the lists that may be empty and the problems of another list.
  func add(allButDeclarationsOf other: DeclarationList) {
    roots += other.roots
    requirements += other.requirements
    collections += other.collections
    problems += other.problems
  }

  func append(_ declaration: Declaration) -> Declaration {
    declaration.module = module
    declarations.append(declaration)
    return declaration
  }
}
