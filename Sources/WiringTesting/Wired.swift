public import Wiring

/// Access to the graph that ``Testing/Trait/wired(_:modules:context:profile:file:line:column:overrides:)`` builds for a test.
///
/// ```swift
/// let app = try Wired.resolve(App.self)
/// ```
///
/// The graph is available in the test and its child tasks. In a detached task, which has no `CurrentGraph` either, capture the
/// graph and call `perform`.
///
/// ```swift
/// let graph = try Wired.graph
/// Task.detached { try await graph.perform { … } }
/// ```
public struct Wired: Sendable {
  @TaskLocal static var current: Graph<Wired>?

  init() {}

  /// The graph of the running test. Its root is a placeholder; resolve objects by type.
  ///
  /// - Throws: ``NoGraphError`` outside of a test with a graph.
  public static var graph: Graph<Wired> {
    get throws(NoGraphError) {
      guard let current else { throw NoGraphError() }
      return current
    }
  }

  /// Resolves a type from the graph of the running test.
  ///
  /// - Throws: ``NoGraphError`` outside of a test with a graph; `ResolutionError` when the type is not bound, or only
  ///   available by `await`; otherwise the error of the object's factory.
  public static func resolve<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value {
    try graph.resolve(type, named: key, file: file, line: line, column: column)
  }

  /// Resolves a type from the graph of the running test on the main actor, including objects that belong to it.
  ///
  /// - Throws: As ``resolve(_:named:file:line:column:)``.
  @MainActor
  public static func resolveOnMainActor<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value {
    try graph.resolveOnMainActor(type, named: key, file: file, line: line, column: column)
  }

  /// Resolves a type from the graph of the running test, asynchronously.
  ///
  /// - Throws: ``NoGraphError`` outside of a test with a graph; `ResolutionError` when the type is not bound; otherwise the
  ///   error of the object's factory.
  public static func resolveAsync<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws -> Value {
    try await graph.resolveAsync(type, named: key, file: file, line: line, column: column)
  }
}

/// The error of a test that resolves an object or overrides a binding without having a graph.
public struct NoGraphError: Error, Sendable, Hashable, CustomStringConvertible {
  init() {}

  /// The message, with its fixes.
  public var description: String {
    "this test has no graph; add .wired(modules: …) to it or its suite, and use graph.perform in a detached task"
  }
}
