/// What a derived declaration depends on beyond its own type.
@usableFromInline struct DerivationContext {
  let qualifier: String?
  /// The place of whoever asks.
  let site: CallSite
  /// Whether a dependency is bound, or can be derived from what is.
  let isProvided: (Dependency) -> Bool
  /// Whether a module said that there may be none of a type.
  let mayBeEmpty: (AnyKey) -> Bool
}

/// A type that is had from the bindings of another one, as `Lazy<Clock>` is from those of `Clock`.
@usableFromInline protocol DerivedValue {
  /// The declaration of the type; `nil` when it cannot be derived here.
  static func declaration(_ context: DerivationContext) -> Declaration?
  /// Whether it leads to an object, rather than being made of objects.
  static var isHandle: Bool { get }
}

extension DerivedValue {
  @usableFromInline static var isHandle: Bool { true }
}

/// A derived declaration whose dependencies are known by position.
@usableFromInline struct DerivedDeclaration {
  let declaration: Declaration
  let targets: [Int]
}

extension Declaration {
  /// The declaration of a handle: something that leads to an object without needing it at once.
  ///
  /// - Parameters:
  ///   - type: The handle's type.
  ///   - target: What it leads to.
  ///   - context: Who asks for it.
  ///   - isolation: Where its user can be: what an object takes to be made must not ask for more.
  ///   - failure: What it can throw; the making of the object must not throw anything else.
  ///   - make: Makes the handle.
  static func handle<Handle, Target>(
    _ type: Handle.Type, to target: Target.Type, _ context: DerivationContext,
    isolation: Isolation = .any, failure: any Error.Type = (any Error).self,
    _ make: @escaping @Sendable (DeferredDependency<Target>) -> Handle
  ) -> Declaration {
    handle(
      type, key: AnyKey(type, qualifier: context.qualifier), to: target, site: context.site, isolation: isolation,
      failure: failure, make)
  }

  static func handle<Handle, Target>(
    _ type: Handle.Type, key: AnyKey, to target: Target.Type, site: CallSite,
    isolation: Isolation, failure: any Error.Type, _ make: @escaping @Sendable (DeferredDependency<Target>) -> Handle
  ) -> Declaration {
    let isReportingFailure = failure == (any Error).self
    let declaration = Declaration(
      type, key: key, kind: .handle, site: site,
      dependencies: [Dependency(target, qualifier: key.qualifier)]
    ) { linker, _ in
      let target = linker.deferredDependency(Target.self, isReportingFailure: isReportingFailure)
      return linker.transient { make(target) }
    }
    declaration.isolation = isolation
    declaration.failure = failure
    return declaration
  }
}
