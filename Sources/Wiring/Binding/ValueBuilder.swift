/// A declared binding of a value, for modifiers.
///
/// ```swift
/// binder.bind(Endpoint.self, to: .staging).unless(.production)
/// binder.bind(Endpoint.self, to: .production).byDefault()
/// ```
///
/// A value exists before the graph: it has no scope, steps or hooks.
public struct ValueBuilder<Value> {
  private let binding: BindingBuilder<Value>

  @usableFromInline
  init(_ binding: BindingBuilder<Value>) {
    self.binding = binding
  }

  /// Restricts the binding to some profiles.
  @discardableResult
  public func when(_ profiles: Profile...) -> Self {
    ValueBuilder(binding.when(profiles))
  }

  /// Excludes the binding from some profiles.
  @discardableResult
  public func unless(_ profiles: Profile...) -> Self {
    ValueBuilder(binding.unless(profiles))
  }

  /// Restricts the binding to a condition.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding is part of the plan.
  ///   - text: A description of the condition, as in `a mail server is configured`.
  @discardableResult
  public func when(_ condition: Bool, _ text: String) -> Self {
    ValueBuilder(binding.when(condition, text))
  }

  /// Makes the binding a default, which applies only if no other binding has its key.
  @discardableResult
  public func byDefault() -> Self {
    ValueBuilder(binding.byDefault())
  }
}
