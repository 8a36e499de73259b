/// The graph that belongs to the running task, for code that nobody hands one: default values of parameters, and objects
/// that frameworks create.
///
/// A task-local value, never a mutable global: it holds for what runs inside `perform` of a ``Graph`` and for the child tasks
/// of that. A detached task has none; capture the graph and perform in it again.
public enum CurrentGraph {
  @TaskLocal static var container: Container?

  /// Whether there is a current graph that provides a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: Whether ``resolve(_:)`` would find a binding.
  public static func provides<Value>(_ type: Value.Type) -> Bool {
    container?.provides(AnyKey(type)) ?? false
  }

  /// Resolves a type from the current graph.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object; `nil` when there is no current graph, or when it does not bind the type.
  /// - Throws: What the object's factory throws.
  public static func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value? {
    guard let container, container.provides(AnyKey(type)) else { return nil }
    return try container.node(for: Key<Value>.unqualified, on: .any).resolve()
  }
}

/// The object that the current graph provides, or another one: for default values of parameters.
///
/// ```swift
/// init(clock: any Clock = injected((any Clock).self, or: SystemClock())) { … }
/// ```
///
/// Prefer a parameter without a default where the container makes the object anyway: what an initializer does not ask for
/// in its parameters, no plan can prove.
///
/// - Parameters:
///   - type: The type to resolve. To be named, since the fallback's own type is seldom the one that is bound.
///   - fallback: What to use without a current graph, when it does not provide the type, or not at once, and when making the
///     object fails.
/// - Returns: The object.
public func injected<Value>(_ type: Value.Type, or fallback: @autoclosure () -> Value) -> Value {
  // There is no way to throw in the default value of a parameter that does not throw.
  let object = try? CurrentGraph.resolve(type)
  return object.flatMap(\.self) ?? fallback()
}

/// A place in an object that others create, to be filled by the ``Injector`` of that object.
///
/// ```swift
/// struct AddCommand: ParsableCommand {
///   @Argument var text: String
///   var editor = Injected<EditorViewModel>()
/// }
///
/// binder.injector(for: AddCommand.self) { (command: inout AddCommand, editor: EditorViewModel) in
///   command.editor.fill(editor)
/// }
/// ```
///
/// It is `Decodable`, from nothing, for objects that are made by decoding. Where the container makes the object itself, an
/// initializer's parameter is simpler, and cannot be forgotten.
public struct Injected<Value> {
  private var value: Value?

  /// Creates an empty place.
  public init() {}

  /// Fills the place.
  ///
  /// - Parameter value: What belongs there.
  public mutating func fill(_ value: Value) {
    self.value = value
  }

  /// What belongs there.
  ///
  /// - Returns: The injected object.
  /// - Throws: ``ResolutionError`` when nobody has injected it.
  public func callAsFunction() throws(ResolutionError) -> Value {
    guard let value else { throw ResolutionError(.notInjected(AnyKey(Value.self))) }
    return value
  }
}

extension Injected: Sendable where Value: Sendable {}

extension Injected: Decodable {
  /// Creates an empty place, whatever the decoder holds.
  ///
  /// - Parameter decoder: Not used.
  public init(from decoder: any Decoder) throws {}
}
