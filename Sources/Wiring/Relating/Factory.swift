/// Makes objects from arguments that are known at run time only, with everything else from the graph.
///
/// ```swift
/// binder.factory { (title: String) in { (clock: any Clock) in Draft(title: title, clock: clock) } }
///
/// final class Desk: Sendable {
///   init(draft: Factory<Draft, String>) { … }
///   func begin() throws -> Draft { try draft("Shopping") }
/// }
/// ```
///
/// The arguments are part of the type, so the compiler checks them. Each call is a resolution.
public struct Factory<Value, each Argument>: Sendable {
  @usableFromInline let make: @Sendable (repeat each Argument) throws -> Value

  /// Creates a factory by hand, as for a test.
  ///
  /// - Parameter make: Makes the object.
  @inlinable
  public init(_ make: @escaping @Sendable (repeat each Argument) throws -> Value) {
    self.make = make
  }

  /// Makes an object.
  ///
  /// - Parameter argument: The arguments.
  /// - Returns: The object.
  /// - Throws: What the object's factory throws, or those of what it needs.
  @inlinable
  public func callAsFunction(_ argument: repeat each Argument) throws -> Value {
    try make(repeat each argument)
  }
}

extension Factory: ArgumentFactory {
  static var product: any Any.Type { Value.self }
}

/// A ``Factory`` whose types are known at run time only.
protocol ArgumentFactory {
  static var product: any Any.Type { get }
}
