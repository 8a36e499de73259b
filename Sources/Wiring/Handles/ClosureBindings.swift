/// Derives the bindings of closures without parameters that return a type, with which a factory can request several
/// objects, or later ones, without mentioning the container.
///
/// A closure requires what its type cannot express to be absent: without `throws`, objects whose factories do not
/// throw; without `async`, objects that are created synchronously.
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
    .handle(Closure.self, key: key, to: Value.self, site: site, isolation: isolation, failure: Never.self, making: make)
  }

  private func handle<Closure>(
    _ isolation: Isolation = .any, _ make: @escaping @Sendable (DeferredDependency<Value>) -> Closure
  ) -> Declaration {
    .handle(
      Closure.self, key: key, to: Value.self, site: site, isolation: isolation, failure: (any Error).self, making: make)
  }

  /// Returns the object of a binding that the plan has proved not to throw.
  private static func unfailing(_ target: DeferredDependency<Value>) -> Value {
    do {
      return try target.resolve()
    } catch {
      // The remaining errors are cycles through opaque factories, which the plan cannot see. There is no value to
      // return, and the closure cannot throw.
      fatalError("\(AnyKey(Value.self)) could not be made: \(error)")
    }
  }
}
