extension ObjectFactory {
  /// The declaration of what a factory makes.
  static func product(qualifier: String?, factory: AnyKey, site: CallSite) -> Declaration {
    let declaration = Declaration(
      Product.self, key: AnyKey(Product.self, qualifier: qualifier), kind: .factory, site: site,
      dependencies: [Dependency(Self.self, qualifier: factory.qualifier)]
    ) { linker, scope in
      let slot = linker.slot(for: Self.self)
      let make: @Sendable (Frame?) throws -> Product = { frame in try slot.value(frame).makeObject() }
      guard linker.isAsynchronous else { return linker.node(scope, make, nil) }
      let makeAsync: @Sendable (Frame?) async throws -> Product = { frame in
        try await slot.asyncValue(frame).makeObject()
      }
      return linker.node(scope, make, makeAsync)
    }
    declaration.failure = (any Error).self
    return declaration
  }
}
