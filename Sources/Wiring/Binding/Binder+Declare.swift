extension Binder {
  @inlinable
  func declare<Value, Failure: Error, each Parameter>(
    _ key: AnyKey, kind: Declaration.Kind = .factory,
    making make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value, at site: CallSite
  ) -> BindingBuilder<Value, repeat each Parameter> {
    append(key, kind: kind, throwing: Failure.self, at: site) { linker, scope in
      // Each parameter is linked to its node here, once; a resolution looks nothing up.
      let linked = (repeat linker.dependency(for: (each Parameter).self))
      let factory: @Sendable (ResolutionFrame?) throws -> Value = { frame in try make(repeat (each linked).value(frame))
      }
      guard linker.needsAsyncForm else {
        return linker.isPlain(scope) ? linker.plainNode(scope, factory) : linker.node(scope, factory, nil)
      }
      return linker.node(scope, factory) { frame in try make(repeat try await (each linked).asyncValue(frame)) }
    }
  }

  @inlinable
  func declare<Value: Sendable>(_ key: AnyKey, value: Value, at site: CallSite) {
    let declaration = Declaration(Value.self, key: key, kind: .value, site: site, dependencies: []) { _, _ in
      Node<Value>(needsFrame: false, make: { (_: ResolutionFrame?) in value })
    }
    declaration.scope = .singleton
    declaration.modifiers = [.value(value)]
    _ = list.append(declaration)
  }

  @inlinable
  func declare<Value>(
    _ key: AnyKey, resolving make: @escaping @Sendable (Resolver) throws -> Value, at site: CallSite
  ) -> BindingBuilder<Value> {
    append(key, kind: .opaque, throwing: (any Error).self, at: site) { linker, scope in
      let source = linker.resolverSource(for: key)
      return linker.node(scope, { frame in try source.withResolver(frame) { resolver in try make(resolver) } }, nil)
    }
  }

  @inlinable
  func declare<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    main key: AnyKey, making make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value,
    at site: CallSite
  ) -> BindingBuilder<Value, repeat each Parameter> {
    append(key, kind: .factory, throwing: Failure.self, isolation: .main, at: site) { linker, scope in
      let linked = (repeat linker.dependency(for: (each Parameter).self))
      return linker.node(
        scope,
        { frame in
          let values = (repeat try (each linked).value(frame))
          return try MainActor.assumeIsolated { try make(repeat each values) }
        },
        { frame in
          let values = (repeat try await (each linked).asyncValue(frame))
          return try await make(repeat each values)
        })
    }
  }

  @inlinable
  func declare<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    async key: AnyKey,
    making make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    at site: CallSite
  ) -> BindingBuilder<Value, repeat each Parameter> {
    append(key, kind: .factory, throwing: Failure.self, isolation: .async, at: site) { linker, scope in
      let linked = (repeat linker.dependency(for: (each Parameter).self))
      return linker.node(
        scope, { [key] _ in throw ResolutionError(.needsAwait(key)) },
        { frame in try await make(repeat try await (each linked).asyncValue(frame)) })
    }
  }

  /// Adds the declaration of an object whose dependencies are the parameters of its factory.
  @inlinable @inline(__always)
  func append<Value, each Parameter>(
    _ key: AnyKey, kind: Declaration.Kind, throwing failure: any Error.Type, isolation: Isolation = .any,
    at site: CallSite, link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
  ) -> BindingBuilder<Value, repeat each Parameter> {
    let declaration = Declaration(
      Value.self, key: key, kind: kind, site: site, dependencies: Dependency.all(repeat (each Parameter).self),
      link: link)
    declaration.failure = failure
    declaration.isolation = isolation
    return BindingBuilder(list: list, index: list.append(declaration))
  }
}

/// The declarations that a binder collects, and that the modifiers of a binding change.
///
/// A class, so that a modifier changes the list and not a copy. It exists only while modules are configured; the plan
/// stores the declarations.
@usableFromInline final class DeclarationList {
  @exclusivity(unchecked) @usableFromInline var declarations: [Declaration] = []
  /// The position of the module that is being configured.
  @exclusivity(unchecked) @usableFromInline var module = -1
  var roots: [RequiredKey] = []
  var requirements: [RequiredKey] = []
  /// Element types whose lists may be empty.
  var collections: [AnyKey] = []
  let profile: Profile

  init(profile: Profile) {
    self.profile = profile
  }

  @inlinable
  func append(_ declaration: Declaration) -> Int {
    declaration.module = module
    declarations.append(declaration)
    return declarations.count - 1
  }
}
