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
    _ make: @escaping @Sendable (Deferred<Target>) -> Handle
  ) -> Declaration {
    handle(
      type, key: AnyKey(type, qualifier: context.qualifier), to: target, site: context.site, isolation: isolation,
      failure: failure, make)
  }

  static func handle<Handle, Target>(
    _ type: Handle.Type, key: AnyKey, to target: Target.Type, site: CallSite,
    isolation: Isolation, failure: any Error.Type, _ make: @escaping @Sendable (Deferred<Target>) -> Handle
  ) -> Declaration {
    let isReportingFailure = failure == (any Error).self
    let declaration = Declaration(
      type, key: key, kind: .handle, site: site,
      dependencies: [Dependency(target, qualifier: key.qualifier)]
    ) { linker, _ in
      let target = linker.deferred(Target.self, isReportingFailure: isReportingFailure)
      return linker.transient { make(target) }
    }
    declaration.isolation = isolation
    declaration.failure = failure
    return declaration
  }
}
