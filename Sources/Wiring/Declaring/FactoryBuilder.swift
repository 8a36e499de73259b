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
