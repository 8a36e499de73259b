/// An object that makes other objects: a definition whose type is one stands for what it makes.
///
/// ```swift
/// @Component final class DatabaseFactory: ObjectFactory {
///   @Inject private let schema: Schema
///   @Inject("storeURL") private let url: URL
///
///   func makeObject() throws -> Database { try Database(url, schema) }
/// }
/// ```
///
/// The factory is injected like any other object before it is asked for one. Who wants the factory itself asks for its
/// type. Where a function is enough, bind the function.
public protocol ObjectFactory<Product>: SendableMetatype {
  /// What it makes.
  associatedtype Product

  /// Makes an object.
  ///
  /// - Returns: The object.
  /// - Throws: Whatever keeps it from being made; whoever asked for the object gets it.
  func makeObject() throws -> Product
}

extension ObjectFactory {
  /// The declaration of what a factory makes.
  static func product(qualifier: String?, factory: AnyKey, site: CallSite) -> Declaration {
    let declaration = Declaration(
      Product.self, key: AnyKey(Product.self, qualifier: qualifier), kind: .factory, site: site,
      dependencies: [Dependency(Self.self, qualifier: factory.qualifier)]
    ) { linker, scope in
      let linked = linker.dependency(for: Self.self)
      let make: @Sendable (ResolutionFrame?) throws -> Product = { frame in try linked.value(frame).makeObject() }
      guard linker.isAsynchronous else { return linker.node(scope, make, nil) }
      let makeAsync: @Sendable (ResolutionFrame?) async throws -> Product = { frame in
        try await linked.asyncValue(frame).makeObject()
      }
      return linker.node(scope, make, makeAsync)
    }
    declaration.failure = (any Error).self
    return declaration
  }
}
