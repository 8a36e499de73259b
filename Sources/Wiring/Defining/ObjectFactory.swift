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
