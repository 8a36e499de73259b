import Synchronization

/// The nodes of a container by position, linked when they are asked for. Reading one that is there takes no lock.
///
/// Released from consumers to dependencies: a chain of ten thousand would otherwise be released by recursion, since a
/// consumer keeps its dependencies, and overflow the stack.
///
/// Unchecked: each index goes from `nil` to a retained node once, is stored with release and read with acquire order, and
/// is released in `deinit`, when no reader is left. The memory itself is allocated by `init` and freed by `deinit`.
final class NodeList: @unchecked Sendable {
  private let nodes: UnsafeMutableBufferPointer<Atomic<UnsafeRawPointer?>>
  private let first: Int
  private let order: [Int]

  /// - Parameters:
  ///   - first: The first position.
  ///   - order: All positions, dependencies before consumers.
  init(from first: Int, order: [Int]) {
    self.first = first
    self.order = order
    nodes = .allocate(capacity: order.count)
    for index in 0..<order.count { nodes.initializeElement(at: index, to: Atomic(nil)) }
  }

  deinit {
    for position in order.reversed() {
      guard let pointer = nodes[position - first].load(ordering: .relaxed) else { continue }
      Unmanaged<AnyNode>.fromOpaque(pointer).release()
    }
    nodes.deinitialize()
    nodes.deallocate()
  }

  /// The node at a position, when it is there.
  subscript(position: Int) -> AnyNode? {
    nodes[position - first].load(ordering: .acquiring).map { Unmanaged<AnyNode>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the node of a position that has none. To be called by one thread at a time.
  func set(_ node: AnyNode, at position: Int) {
    nodes[position - first].store(UnsafeRawPointer(Unmanaged.passRetained(node).toOpaque()), ordering: .releasing)
  }
}

/// What a container has of its own, over another one.
final class ContainerOverlay: Sendable {
  /// The position that has another node.
  let position: Int
  private let node: AnyNode
  /// The positions that are linked anew, since they depend on it.
  let own: PositionSet
  /// A list, since a short life asks for few.
  private let linked = ConditionMutex<[(position: Int, node: AnyNode)]>([])

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

/// A set of positions, made once and asked often.
final class PositionSet: Sendable {
  private let members: [Bool]

  init(_ members: [Bool]) {
    self.members = members
  }

  func contains(_ position: Int) -> Bool {
    position >= 0 && members[position]
  }
}
