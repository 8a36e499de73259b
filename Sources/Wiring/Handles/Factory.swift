/// A factory of objects from arguments that are known only at run time, with all other dependencies from the graph.
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
  @inlinable
  public init(_ make: @escaping @Sendable (repeat each Argument) throws -> Value) {
    self.make = make
  }

  /// Creates an object.
  @inlinable
  public func callAsFunction(_ argument: repeat each Argument) throws -> Value {
    try make(repeat each argument)
  }
}

extension Factory: ArgumentFactory {
  static var product: any Any.Type { Value.self }
}

/// A ``Factory`` of any type.
protocol ArgumentFactory {
  static var product: any Any.Type { get }
}

/// A declared binding of a ``Factory``, for modifiers. It has no scope, steps or hooks: its objects belong to the
/// caller.
public struct FactoryBuilder<Value, each Parameter> {
  private let binding: BindingBuilder<Value, repeat each Parameter>

  @usableFromInline
  init(_ binding: BindingBuilder<Value, repeat each Parameter>) {
    self.binding = binding
  }

  /// Selects the keys of the dependencies, in order, where types alone are ambiguous.
  ///
  /// - Parameter keys: One key per dependency; ``Key/unqualified`` for one that is its type alone.
  @discardableResult
  public func from(_ keys: repeat Key<each Parameter>) -> Self {
    FactoryBuilder(binding.from(repeat each keys))
  }

  /// Restricts the binding to some profiles.
  @discardableResult
  public func when(_ profiles: Profile...) -> Self {
    FactoryBuilder(binding.when(profiles))
  }

  /// Excludes the binding from some profiles.
  @discardableResult
  public func unless(_ profiles: Profile...) -> Self {
    FactoryBuilder(binding.unless(profiles))
  }

  /// Restricts the binding to a condition.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding is part of the plan.
  ///   - text: A description of the condition, as in `a mail server is configured`.
  @discardableResult
  public func when(_ condition: Bool, _ text: String) -> Self {
    FactoryBuilder(binding.when(condition, text))
  }

  /// Makes the binding a default, which applies only if no other binding has its key.
  @discardableResult
  public func byDefault() -> Self {
    FactoryBuilder(binding.byDefault())
  }
}
