/// The types of closures that return the objects of bindings.
///
/// The language cannot extract the result type from a function type. So the functions that return the type of a binding are
/// listed, when the first one is wanted.
final class ClosureIndex {
  private let declarations: [Declaration]
  private lazy var keys = Set(bound.map(\.key))
  private lazy var results = Dictionary(
    grouping: bound.flatMap { declaration in
      let witness = declaration.key.witness
      return witness.closures.map { (closure: ObjectIdentifier($0), result: witness) }
    }, by: \.closure)

  init(_ declarations: [Declaration]) {
    self.declarations = declarations
  }

  private var bound: [Declaration] { declarations.filter { $0.isBinding && !$0.isBuiltIn } }

  /// Returns the type that a closure returns, or the factory that it calls, if a binding has it with the same qualifier. Of several
  /// factories, that of the least isolation.
  func result(of key: AnyKey) -> (any AnyTypeWitness.Type)? {
    (results[ObjectIdentifier(key.type)] ?? []).map(\.result)
      .filter { keys.contains(AnyKey($0.type, qualifier: key.qualifier)) }
      .min { $0.factoryIsolation < $1.factoryIsolation }
  }
}

extension AnyTypeWitness {
  fileprivate static var factoryIsolation: Isolation { (type as? any ArgumentFactory.Type)?.isolation ?? .any }
}

/// Derives the bindings of closures without parameters that return a type, with which a factory can request several
/// objects, or later ones, without mentioning the container.
///
/// A closure requires what its type cannot express to be absent: without `throws`, objects whose factories do not
/// throw; without `async`, objects that are created synchronously.
struct ClosureBindings<Value> {
  let key: AnyKey
  let site: CallSite

  /// The types of these closures.
  static var types: [any Any.Type] {
    [
      (() -> Value).self, (@Sendable () -> Value).self, (() throws -> Value).self, (@Sendable () throws -> Value).self,
      (@MainActor () -> Value).self, (@MainActor @Sendable () -> Value).self, (@MainActor () throws -> Value).self,
      (@MainActor @Sendable () throws -> Value).self, (nonisolated(nonsending) () async throws -> Value).self,
      (nonisolated(nonsending) @Sendable () async throws -> Value).self, (@concurrent () async throws -> Value).self,
      (@concurrent @Sendable () async throws -> Value).self,
    ]
  }

  /// The declaration of the key; `nil` when it is not one of these closures.
  var declaration: Declaration? { synchronous ?? mainActor ?? asynchronous }

  private var synchronous: Declaration? {
    unfailing { target in { Self.unfailing(target) } as () -> Value }?.markedAsStaying()
      ?? unfailing { target in { Self.unfailing(target) } as @Sendable () -> Value }
      ?? throwing { target in { try target.resolve() } as () throws -> Value }?.markedAsStaying()
      ?? throwing { target in { try target.resolve() } as @Sendable () throws -> Value }
  }

  private var mainActor: Declaration? {
    unfailing(.main) { target in { Self.unfailing(target) } as @MainActor () -> Value }
      ?? unfailing(.main) { target in { Self.unfailing(target) } as @MainActor @Sendable () -> Value }
      ?? throwing(.main) { target in { try target.resolve() } as @MainActor () throws -> Value }
      ?? throwing(.main) { target in { try target.resolve() } as @MainActor @Sendable () throws -> Value }
  }

  /// With the caller's isolation or without: the two have different calling conventions.
  private var asynchronous: Declaration? {
    throwing(.async) { target in
      { try await target.resolveAsync() } as nonisolated(nonsending) () async throws -> Value
    }?.markedAsStaying()
      ?? throwing(.async) { target in
        { try await target.resolveAsync() } as nonisolated(nonsending) @Sendable () async throws -> Value
      }
      ?? throwing(.async) { target in
        { @concurrent () async throws -> Value in try await target.resolveAsync() }
          as @concurrent () async throws -> Value
      }
      ?? throwing(.async) { target in
        { @concurrent @Sendable () async throws -> Value in try await target.resolveAsync() }
          as @concurrent @Sendable () async throws -> Value
      }
  }

  private func unfailing<Closure>(
    _ isolation: Isolation = .any, _ make: @escaping @Sendable (DeferredDependency<Value>) -> Closure
  ) -> Declaration? {
    handle(isolation, failure: Never.self, making: make)
  }

  private func throwing<Closure>(
    _ isolation: Isolation = .any, _ make: @escaping @Sendable (DeferredDependency<Value>) -> Closure
  ) -> Declaration? {
    handle(isolation, failure: (any Error).self, making: make)
  }

  /// Returns the declaration of a closure; `nil` when the key has another type.
  private func handle<Closure>(
    _ isolation: Isolation, failure: any Error.Type,
    making make: @escaping @Sendable (DeferredDependency<Value>) -> Closure
  ) -> Declaration? {
    guard key.type == Closure.self else { return nil }
    return .handle(
      Closure.self, to: Value.self, qualifier: key.qualifier, site: site, isolation: isolation, failure: failure,
      making: make)
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
