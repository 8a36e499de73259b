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
    return unsafeDowncast(node, to: Node<Value>.self)
  }

  /// Begins a resolution.
  func resolve() throws -> Value { try target().resolve() }

  /// Begins a resolution that may have to wait.
  func resolveAsync() async throws -> Value { try await target().resolveAsync() }
}

/// A node that is linked after the handle that leads to it, since a circle of bindings leads through the handle.
///
/// Unchecked: the references are written once, before the container that links them is handed to anybody, and only read
/// afterwards; the runtime makes reading a weak one safe.
final class LateNode: @unchecked Sendable {
  let key: AnyKey
  /// Whether the container alone shall keep the node: the circle would otherwise outlive it.
  private let isWeak: Bool
  private weak var weakNode: AnyNode?
  private var strongNode: AnyNode?

  init(key: AnyKey, isWeak: Bool) {
    self.key = key
    self.isWeak = isWeak
  }

  var node: AnyNode? {
    get { isWeak ? weakNode : strongNode }
    set {
      if isWeak { weakNode = newValue } else { strongNode = newValue }
    }
  }
}
