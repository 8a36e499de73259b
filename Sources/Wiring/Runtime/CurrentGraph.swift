/// The graph of the running task, for code that receives no graph: default values of parameters, and objects that frameworks
/// create.
///
/// A task-local value, never a mutable global: it is set inside `perform` of a ``Graph`` and in child tasks. A detached task
/// has none; capture the graph and call `perform` there again.
public enum CurrentGraph {
  @TaskLocal static var container: Container?

  /// Whether there is a current graph that provides a type.
  public static func provides<Value>(_ type: Value.Type) -> Bool {
    guard let container, let key = try? Key(type) else { return false }
    return container.provides(key)
  }

  /// Resolves a type from the current graph.
  ///
  /// - Returns: The object; `nil` without a current graph, or when it does not bind the type.
  public static func resolve<Value>(
    _ type: Value.Type = Value.self,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value? {
    guard let container else { return nil }
    return try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.node(ifProvided: Key(type), on: .any)
    }?.resolve()
  }
}

/// Returns the object that the current graph provides, or a fallback: for default values of parameters.
///
/// ```swift
/// init(clock: any Clock = injected((any Clock).self, or: SystemClock())) { … }
/// ```
///
/// Prefer a parameter without a default where the container creates the object: a plan can prove only what an initializer
/// declares as parameters.
///
/// The default value of a parameter cannot throw: when the graph provides the type, but creating the object fails or requires
/// an `await`, the program ends with the error. Where the program can go on, use ``injected(_:file:line:column:otherwise:)``.
///
/// - Parameters:
///   - type: The type to resolve. It has no default, since the fallback's own type is seldom the bound one.
///   - fallback: The object to use without a current graph, and when the graph does not provide the type.
public func injected<Value>(
  _ type: Value.Type, or fallback: @autoclosure () -> Value, file: StaticString = #fileID, line: UInt = #line
) -> Value {
  injected(type, file: file, line: Int(clamping: line)) { error in
    // Not a precondition, since a release build would omit its message. A fallback would hide that an object is missing.
    if let error { fatalError("'\(AnyKey(type))' could not be injected: \(error)", file: file, line: line) }
    return fallback()
  }
}

/// Returns the object that the current graph provides, or a fallback that depends on the error of creating it.
///
/// - Parameters:
///   - type: The type to resolve.
///   - fallback: Returns the object to use. Its parameter is the error of creating the object; `nil` without a current
///     graph, and when the graph does not provide the type.
public func injected<Value>(
  _ type: Value.Type, file: StaticString = #fileID, line: Int = #line, column: Int = #column,
  otherwise fallback: ((any Error)?) -> Value
) -> Value {
  do {
    return try CurrentGraph.resolve(type, file: file, line: line, column: column) ?? fallback(nil)
  } catch {
    return fallback(error)
  }
}

/// A property of an object created elsewhere, to be set by the ``Injector`` of that object.
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
/// It is `Decodable`, from nothing, for objects that are created by decoding. Where the container creates the object, an
/// initializer's parameter is simpler, and cannot be forgotten.
public struct Injected<Value> {
  private var value: Value?

  /// Creates an empty property.
  public init() {}

  /// Sets the object.
  public mutating func fill(_ value: Value) {
    self.value = value
  }

  /// Returns the injected object.
  ///
  /// - Throws: ``ResolutionError`` before the injection.
  public func callAsFunction() throws(ResolutionError) -> Value {
    guard let value else { throw ResolutionError(.notInjected(AnyKey(Value.self))) }
    return value
  }
}

extension Injected: Sendable where Value: Sendable {}

extension Injected: Decodable {
  /// Creates an empty property, regardless of the decoder's contents.
  public init(from decoder: any Decoder) throws {}
}
