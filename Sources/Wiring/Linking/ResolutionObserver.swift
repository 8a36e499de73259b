/// Who wants to know about every object that a graph makes. A graph without one pays nothing for the question.
protocol ResolutionObserver: Sendable {
  /// Whether the objects of the binding at a position are of interest.
  func watches(_ position: Int) -> Bool
  /// Runs a factory.
  func observe<Value>(_ position: Int, _ make: () throws -> Value) throws -> Value
  /// Runs a factory that takes an `await`.
  func observe<Value>(_ position: Int, _ make: () async throws -> Value) async throws -> Value
}
