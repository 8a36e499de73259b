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

/// A binding of a ``Factory`` that was just declared, for modifiers. It has no scope, no steps and no hooks: what it makes
/// belongs to whoever calls it.
public struct FactoryBuilder<Value, each Parameter> {
  private let binding: BindingBuilder<Value, repeat each Parameter>

  @usableFromInline
  init(_ binding: BindingBuilder<Value, repeat each Parameter>) {
    self.binding = binding
  }

  /// Says which keys the dependencies are, in order, where a type alone does not.
  ///
  /// - Parameter keys: One key per dependency; ``Key/unqualified`` for one that is its type alone.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func from(_ keys: repeat Key<each Parameter>) -> Self {
    FactoryBuilder(binding.from(repeat each keys))
  }

  /// Lets the binding stand in these profiles only.
  ///
  /// - Parameter profiles: The profiles.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func when(_ profiles: Profile...) -> Self {
    FactoryBuilder(binding.when(profiles))
  }

  /// Lets the binding stand in all profiles but these.
  ///
  /// - Parameter profiles: The profiles.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func unless(_ profiles: Profile...) -> Self {
    FactoryBuilder(binding.unless(profiles))
  }

  /// Lets the binding stand only if something holds.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding stands.
  ///   - text: The condition in words, as in `a mail server is configured`.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func when(_ condition: Bool, _ text: String) -> Self {
    FactoryBuilder(binding.when(condition, text))
  }

  /// Lets the binding stand only if nobody else binds its key.
  ///
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func byDefault() -> Self {
    FactoryBuilder(binding.byDefault())
  }
}
