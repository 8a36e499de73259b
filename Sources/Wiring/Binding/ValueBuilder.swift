/// A declared binding of a value, for modifiers.
///
/// ```swift
/// binder.bind(Endpoint.self, to: .staging).unless(.production)
/// binder.bind(Endpoint.self, to: .production).byDefault()
/// ```
///
/// A value exists before the graph: it has no scope, steps or hooks.
public struct ValueBuilder<Value>: ConditionalBinding {
  private let binding: BindingBuilder<Value>

  /// The declaration, which the modifiers change.
  public var declared: DeclaredBinding { binding.declared }

  @usableFromInline
  init(_ binding: BindingBuilder<Value>) {
    self.binding = binding
  }
}
