/// The circumstances of a derived declaration beyond its own type.
@usableFromInline struct DerivationContext {
  let qualifier: String?
  /// The location of the consumer.
  let site: CallSite
  /// Returns whether a dependency is bound, or can be derived from bindings.
  let isProvided: (Dependency) -> Bool
  /// Returns whether a module allows the list of a type to be empty.
  let mayBeEmpty: (AnyKey) -> Bool
  /// Returns the path of the custom scope whose context has a key.
  let scopePath: (AnyKey) -> [ScopeName]?
}

/// A type that is derived from the bindings of another one, as `Lazy<Clock>` from those of `Clock`.
@usableFromInline protocol DerivedValue {
  /// Returns the declaration of the type; `nil` when it cannot be derived here.
  static func declaration(_ context: DerivationContext) -> Declaration?
  /// Whether it refers to an object, rather than being composed of objects.
  static var isHandle: Bool { get }
  /// The wrapped type of an optional, which can be derived whether or not that is bound; `nil` for another type.
  ///
  /// A requirement here rather than of a protocol of its own, since each question for a conformance costs half a million
  /// instructions in a large program.
  static var wrapped: Dependency? { get }
}

extension DerivedValue {
  @usableFromInline static var isHandle: Bool { true }
  @usableFromInline static var wrapped: Dependency? { nil }
}

/// A derived declaration whose dependencies are known by position.
@usableFromInline struct DerivedDeclaration {
  let declaration: Declaration
  let targets: [Int]
}

extension Dependency {
  /// The object that a handle refers to; `nil` for another type.
  var handleTarget: Dependency? {
    guard let derivation = key.witness.derivation, derivation.isHandle else { return nil }
    let context = DerivationContext(
      qualifier: key.qualifier, site: CallSite("", 0, 0), isProvided: { _ in true }, mayBeEmpty: { _ in true },
      scopePath: { _ in nil })
    return derivation.declaration(context)?.dependencies.first
  }
}

extension Declaration {
  /// Marks the declaration as that of a handle that goes nowhere without its consumer, and returns it.
  func markedAsStaying() -> Declaration {
    staysWithConsumer = true
    return self
  }

  /// Returns the declaration of a handle: a reference to an object that is resolved later.
  ///
  /// - Parameters:
  ///   - isolation: The isolation of the handle's user, which creating the object must not exceed.
  ///   - failure: The error type of the handle; the factory of the object must not throw any other error.
  static func handle<Handle, Target>(
    _ type: Handle.Type, to target: Target.Type, qualifier: String?, site: CallSite,
    isolation: Isolation = .any, failure: any Error.Type = (any Error).self,
    making make: @escaping @Sendable (DeferredDependency<Target>) -> Handle
  ) -> Declaration {
    let isReportingFailure = failure == (any Error).self
    let declaration = Declaration(
      key: AnyKey(type, qualifier: qualifier), kind: .handle, site: site,
      dependencies: [Dependency(target, qualifier: qualifier)]
    ) { linker, _ in
      let target = linker.deferredDependency(Target.self, isReportingFailure: isReportingFailure)
      return linker.handleNode { owner in make(target.owned(by: owner)) }
    }
    declaration.isolation = isolation
    declaration.failure = failure
    return declaration
  }
}
