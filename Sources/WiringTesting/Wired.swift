public import Wiring

/// The way of a test to the graph that ``Testing/Trait/wired(_:modules:context:profile:file:line:column:overrides:)`` made for it.
///
/// ```swift
/// let app = try await Wired.resolve(App.self)
/// ```
///
/// It is there in the test and in the test's child tasks. A detached task has none, and no `CurrentGraph` either: capture
/// the graph, and perform in it.
///
/// ```swift
/// let graph = try Wired.graph
/// Task.detached { try await graph.perform { … } }
/// ```
public struct Wired: Sendable {
  @TaskLocal static var current: Graph<Wired>?

  init() {}

  /// The graph of the running test. Its root is nothing of the test's: resolve what you need.
  ///
  /// Throws ``NoGraphError`` outside of a test with a graph.
  public static var graph: Graph<Wired> {
    get throws(NoGraphError) {
      guard let current else { throw NoGraphError() }
      return current
    }
  }

  /// Resolves a type from the graph of the running test.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``NoGraphError`` outside of a test with a graph, `ResolutionError` when nothing provides the type or when
  ///   it cannot be had at once; otherwise what the object's factory throws.
  public static func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try graph.resolve(type)
  }

  /// Resolves a qualified key from the graph of the running test.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: As ``resolve(_:)-(Value.Type)``.
  public static func resolve<Value>(_ key: Key<Value>) throws -> Value {
    try graph.resolve(key)
  }

  /// Resolves a type from the graph of the running test, with whatever `await` that takes.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``NoGraphError`` outside of a test with a graph, `ResolutionError` when nothing provides the type;
  ///   otherwise what the object's factory throws.
  public static func resolve<Value>(_ type: Value.Type = Value.self) async throws -> Value {
    try await graph.resolve(type)
  }

  /// Resolves a qualified key from the graph of the running test, with whatever `await` that takes.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: As ``resolve(_:)-(Value.Type)``.
  public static func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    try await graph.resolve(key)
  }
}

/// A test asked for its graph, or for a change to it, and has none.
public struct NoGraphError: Error, Sendable, Hashable, CustomStringConvertible {
  init() {}

  /// `this test has no graph; add .wired(modules: …) to it or to its suite, and in a detached task perform in the graph`
  public var description: String {
    "this test has no graph; add .wired(modules: …) to it or to its suite, and in a detached task perform in the graph"
  }
}
