/// A test asked for its graph, or for a change to it, and has none.
public struct NoGraphError: Error, Sendable, Hashable, CustomStringConvertible {
  init() {}

  /// `this test has no graph; add .wired(modules: …) to it or to its suite, and in a detached task perform in the graph`
  public var description: String {
    "this test has no graph; add .wired(modules: …) to it or to its suite, and in a detached task perform in the graph"
  }
}
