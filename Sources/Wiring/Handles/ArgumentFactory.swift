/// A ``Factory`` of any type.
protocol ArgumentFactory: SendableMetatype {
  static var product: any Any.Type { get }
  static var arguments: [AnyKey] { get }
  /// The isolation of its calls.
  static var isolation: Isolation { get }
  /// The closures that call a factory with one argument; `nil` for another number, since a closure with a pack of parameters is no
  /// value of a generic type.
  static var closures: (any ArgumentClosures.Type)? { get }
}

extension ArgumentFactory {
  fileprivate static func keys<each Argument>(of type: repeat (each Argument).Type) -> [AnyKey] {
    var keys: [AnyKey] = []
    repeat keys.append(AnyKey((each Argument).self))
    return keys
  }

  /// Returns what a function makes of the only argument's type.
  fileprivate static func ofOneArgument<Result>(_ make: (any Any.Type) -> Result) -> Result? {
    arguments.count == 1 ? make(arguments[0].type) : nil
  }
}

extension Factory: ArgumentFactory {
  static var product: any Any.Type { Value.self }
  static var arguments: [AnyKey] { keys(of: repeat (each Argument).self) }
  static var isolation: Isolation { .any }

  static var closures: (any ArgumentClosures.Type)? {
    func closures<Only>(_ argument: Only.Type) -> any ArgumentClosures.Type { FactoryClosures<Value, Only>.self }
    return ofOneArgument { _openExistential($0, do: closures) }
  }
}

extension MainActorFactory: ArgumentFactory {
  static var product: any Any.Type { Value.self }
  static var arguments: [AnyKey] { keys(of: repeat (each Argument).self) }
  static var isolation: Isolation { .main }

  static var closures: (any ArgumentClosures.Type)? {
    func closures<Only>(_ argument: Only.Type) -> any ArgumentClosures.Type {
      MainActorFactoryClosures<Value, Only>.self
    }
    return ofOneArgument { _openExistential($0, do: closures) }
  }
}

extension AsyncFactory: ArgumentFactory {
  static var product: any Any.Type { Value.self }
  static var arguments: [AnyKey] { keys(of: repeat (each Argument).self) }
  static var isolation: Isolation { .async }

  // The type of the argument is `Sendable`, which nothing at run time tells.
  static var closures: (any ArgumentClosures.Type)? { nil }
}

/// The closures that call a factory with an argument, so that a consumer need not mention the container.
protocol ArgumentClosures: SendableMetatype {
  /// Their types.
  static var types: [any Any.Type] { get }
  /// Returns the declaration of a key that is one of them; `nil` for another key.
  static func declaration(_ key: AnyKey, site: CallSite) -> Declaration?
}

extension ArgumentClosures {
  /// Returns the declaration of a closure that calls a factory; `nil` when the key has another type.
  fileprivate static func closure<Target, Closure>(
    _ key: AnyKey, _ site: CallSite, isConfined: Bool = false, calling make: @escaping @Sendable (Target) -> Closure
  ) -> Declaration? {
    guard key.type == Closure.self else { return nil }
    let factory = Dependency(Target.self, qualifier: key.qualifier)
    let declaration = Declaration(key: key, kind: .collection, site: site, dependencies: [factory]) { linker, _ in
      linker.node(.transient, from: Target.self, make)
    }
    declaration.isConfined = isConfined
    return declaration
  }
}

private enum FactoryClosures<Value, Argument>: ArgumentClosures {
  static var types: [any Any.Type] {
    [((Argument) throws -> Value).self, (@Sendable (Argument) throws -> Value).self]
  }

  static func declaration(_ key: AnyKey, site: CallSite) -> Declaration? {
    closure(key, site) { (factory: Factory<Value, Argument>) in
      { try factory($0) } as (Argument) throws -> Value
    }
      ?? closure(key, site) { (factory: Factory<Value, Argument>) in
        { try factory($0) } as @Sendable (Argument) throws -> Value
      }
  }
}

private enum MainActorFactoryClosures<Value, Argument>: ArgumentClosures {
  static var types: [any Any.Type] {
    [
      ((Argument) throws -> Value).self, (@MainActor (Argument) throws -> Value).self,
      (@MainActor @Sendable (Argument) throws -> Value).self,
    ]
  }

  static func declaration(_ key: AnyKey, site: CallSite) -> Declaration? {
    // Its type is not `Sendable`, so that it stays with its consumer on the main actor.
    closure(key, site, isConfined: true) { (factory: MainActorFactory<Value, Argument>) in
      { argument in
        let argument = UncheckedSendable(value: argument)
        return try MainActor.resolving(nil) { _ in try factory(argument.value) }
      } as (Argument) throws -> Value
    }
      ?? closure(key, site) { (factory: MainActorFactory<Value, Argument>) in
        { try factory($0) } as @MainActor (Argument) throws -> Value
      }
      ?? closure(key, site) { (factory: MainActorFactory<Value, Argument>) in
        { try factory($0) } as @MainActor @Sendable (Argument) throws -> Value
      }
  }
}
