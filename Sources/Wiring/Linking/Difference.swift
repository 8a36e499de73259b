/// What a container has of its own, over another one.
final class Difference: Sendable {
  /// The position that has another node.
  let position: Int
  private let node: AnyNode
  /// The positions that are linked anew, since they depend on it.
  let own: PositionSet
  /// A list, since a short life asks for few.
  private let linked = Monitor<[(position: Int, node: AnyNode)]>([])

  init(position: Int, node: AnyNode, own: PositionSet) {
    self.position = position
    self.node = node
    self.own = own
  }

  /// Released from consumers to dependencies, as in a ``NodeList``.
  deinit {
    linked.withLock { while linked.value.popLast() != nil {} }
  }

  /// The node at a position, when it is there.
  func node(at position: Int) -> AnyNode? {
    if position == self.position { return node }
    return linked.withLock { linked.value.first { $0.position == position }?.node }
  }

  /// Sets the node of a position that has none.
  func set(_ node: AnyNode, at position: Int) {
    linked.withLock { linked.value.append((position, node)) }
  }
}
