/// A dependency that is needed later than its consumer.
struct Deferred<Value>: Sendable {
  private let node: Node<Value>?
  private let late: LateNode?

  init(node: Node<Value>) {
    self.node = node
    late = nil
  }

  init(late: LateNode) {
    node = nil
    self.late = late
  }

  /// The node, when it was linked before the handle, which is whenever no circle leads through the handle.
  var direct: Node<Value>? { node }

  /// The node.
  ///
  /// - Throws: ``ResolutionError`` when the graph, which alone kept it, is gone.
  func target() throws(ResolutionError) -> Node<Value> {
    if let node { return node }
    guard let late, let node = late.node else {
      throw ResolutionError(.graphGone(late?.key ?? AnyKey(Value.self)))
    }
    return node.of(Value.self)
  }

  /// Begins a resolution.
  func resolve() throws -> Value { try target().resolve() }

  /// Begins a resolution that may have to wait.
  func resolveAsync() async throws -> Value { try await target().resolveAsync() }
}
