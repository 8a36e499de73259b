import Wiring

/// An object that creates other objects: a definition of a factory type provides its products.
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
/// The factory is injected like any other object before it is called. The factory itself can be requested by its type.
/// Where a function is enough, bind the function.
public protocol ObjectFactory<Product>: SendableMetatype {
  /// The type of the created objects.
  associatedtype Product

  /// Creates an object.
  func makeObject() throws -> Product
}

extension ObjectFactory {
  /// Returns the declaration of a factory's product.
  static func product(qualifier: String?, factory: AnyKey, site: CallSite) -> Declaration {
    let declaration = Declaration(
      key: AnyKey(Product.self, qualifier: qualifier), kind: .factory, site: site,
      dependencies: [Dependency(Self.self, qualifier: factory.qualifier)]
    ) { linker, scope in
      linker.node(scope, from: Self.self) { try $0.makeObject() }
    }
    declaration.failure = (any Error).self
    return declaration
  }
}

/// The types that are factories.
enum ComponentFactories {
  private static let protocols = ProgramConformances.protocols(of: (any ObjectFactory).self)

  /// Returns a type as a factory, if it is one.
  static func factory(_ type: any Any.Type) -> (any ObjectFactory.Type)? {
    ProgramConformances.shared.rulesOut(type, protocols) ? nil : type as? any ObjectFactory.Type
  }
}
