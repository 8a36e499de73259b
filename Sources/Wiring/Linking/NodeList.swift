/// The nodes of a container by position; `nil` for those that live in a scope that is not open.
///
/// Released from consumers to dependencies: a chain of ten thousand would otherwise be released by recursion, since a
/// consumer keeps its dependencies, and overflow the stack.
///
/// Unchecked: the memory is written by `init` and `deinit` only.
final class NodeList: @unchecked Sendable {
  private let nodes: UnsafeMutableBufferPointer<AnyNode?>
  private let order: [Int]

  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - order: Positions, dependencies before consumers.
  init(_ nodes: [AnyNode?], order: [Int]) {
    self.nodes = .allocate(capacity: nodes.count)
    _ = self.nodes.initialize(from: nodes)
    self.order = order
  }

  deinit {
    for position in order.reversed() { nodes[position] = nil }
    nodes.deinitialize()
    nodes.deallocate()
  }

  subscript(position: Int) -> AnyNode? { nodes[position] }

  var all: [AnyNode?] { Array(nodes) }
}
