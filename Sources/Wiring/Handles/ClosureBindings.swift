/// The closures without parameters that return a type, as parameters of factories that ask for several objects, or later
/// ones, without naming the container.
///
/// What a closure cannot say must not happen: one without `throws` asks for objects whose making cannot fail, one without
/// `async` for objects that are made at once.
struct ClosureBindings<Value> {
  let key: AnyKey
  let site: CallSite

  /// The declaration of the key; `nil` when it is not one of these closures.
  var declaration: Declaration? {
    let type = key.type
    if type == (() -> Value).self { return unfailing { target in { Self.unfailing(target) } as () -> Value } }
    if type == (@Sendable () -> Value).self {
      return unfailing { target in { Self.unfailing(target) } as @Sendable () -> Value }
    }
    if type == (() throws -> Value).self {
      return handle { target in { try target.resolve() } as () throws -> Value }
    }
    if type == (@Sendable () throws -> Value).self {
      return handle { target in { try target.resolve() } as @Sendable () throws -> Value }
    }
    return mainActor ?? asynchronous
  }

  private var mainActor: Declaration? {
    let type = key.type
    if type == (@MainActor () -> Value).self {
      return unfailing(.main) { target in { Self.unfailing(target) } as @MainActor () -> Value }
    }
    if type == (@MainActor @Sendable () -> Value).self {
      return unfailing(.main) { target in { Self.unfailing(target) } as @MainActor @Sendable () -> Value }
    }
    if type == (@MainActor () throws -> Value).self {
      return handle(.main) { target in { try target.resolve() } as @MainActor () throws -> Value }
    }
    if type == (@MainActor @Sendable () throws -> Value).self {
      return handle(.main) { target in { try target.resolve() } as @MainActor @Sendable () throws -> Value }
    }
    return nil
  }

  /// With the caller's isolation or without: the two have different calling conventions.
  private var asynchronous: Declaration? {
    let type = key.type
    if type == (nonisolated(nonsending) () async throws -> Value).self {
      return handle(.async) { target in
        { try await target.resolveAsync() } as nonisolated(nonsending) () async throws -> Value
      }
    }
    if type == (nonisolated(nonsending) @Sendable () async throws -> Value).self {
      return handle(.async) { target in
        { try await target.resolveAsync() } as nonisolated(nonsending) @Sendable () async throws -> Value
      }
    }
    if type == (@concurrent () async throws -> Value).self {
      return handle(.async) { target in
        { @concurrent () async throws -> Value in try await target.resolveAsync() }
          as @concurrent () async throws -> Value
      }
    }
    if type == (@concurrent @Sendable () async throws -> Value).self {
      return handle(.async) { target in
        { @concurrent @Sendable () async throws -> Value in try await target.resolveAsync() }
          as @concurrent @Sendable () async throws -> Value
      }
    }
    return nil
  }

  private func unfailing<Closure>(
    _ isolation: Isolation = .any, _ make: @escaping @Sendable (DeferredDependency<Value>) -> Closure
  ) -> Declaration {
    .handle(Closure.self, key: key, to: Value.self, site: site, isolation: isolation, failure: Never.self, make)
  }

  private func handle<Closure>(
    _ isolation: Isolation = .any, _ make: @escaping @Sendable (DeferredDependency<Value>) -> Closure
  ) -> Declaration {
    .handle(
      Closure.self, key: key, to: Value.self, site: site, isolation: isolation, failure: (any Error).self, make)
  }

  /// The object of a binding that the plan has proved not to fail.
  private static func unfailing(_ target: DeferredDependency<Value>) -> Value {
    do {
      return try target.resolve()
    } catch {
      // Left are circles through opaque factories, which the plan cannot see. There is nothing to return, and no way to
      // throw.
      fatalError("\(AnyKey(Value.self)) could not be made: \(error)")
    }
  }
}
