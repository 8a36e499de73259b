import Synchronization

/// The nodes of a container by position. Reading a linked node takes no lock.
///
/// Nodes are released from consumers to dependencies: a consumer retains its dependencies, so that releasing a chain of ten
/// thousand from its other end would recurse and overflow the stack.
///
/// Unchecked: each element changes once, from `nil` to a retained node, is stored with release and read with acquire order,
/// and is released in `deinit`, when no reader is left. The memory itself is allocated by `init` and freed by `deinit`.
final class NodeList: @unchecked Sendable {
  private let nodes: UnsafeMutableBufferPointer<Atomic<UnsafeRawPointer?>>
  private let first: Int
  private let order: [Int]

  /// Creates a list without nodes.
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

  /// The node at a position; `nil` before it is set.
  subscript(position: Int) -> AnyNode? {
    nodes[position - first].load(ordering: .acquiring).map { Unmanaged<AnyNode>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the node of a position that has none. Callers must not overlap.
  func set(_ node: AnyNode, at position: Int) {
    nodes[position - first].store(UnsafeRawPointer(Unmanaged.passRetained(node).toOpaque()), ordering: .releasing)
  }
}

/// Nodes in the order of linking, dependencies before consumers.
///
/// A few are searched, since a short-lived container links few, and most objects are linked alone, when they are first requested.
/// Many have an index by position, so that linking is linear.
struct LinkedNodes {
  private var nodes: [(position: Int, node: AnyNode)] = []
  /// One more than the index of each position's node, 0 without one; empty while there are few nodes.
  private var indices: [Int] = []
  private let positionCount: Int
  private static let few = 16

  /// Creates a list for a plan with a number of positions.
  init(positionCount: Int) {
    self.positionCount = positionCount
  }

  /// The node at a position; `nil` for one that is not linked.
  subscript(position: Int) -> AnyNode? {
    guard indices.isEmpty else { return indices[position] == 0 ? nil : nodes[indices[position] - 1].node }
    return nodes.first { $0.position == position }?.node
  }

  /// Adds the node of a position that has none.
  mutating func add(_ node: AnyNode, at position: Int) {
    nodes.append((position, node))
    if !indices.isEmpty {
      indices[position] = nodes.count
    } else if nodes.count > Self.few {
      indices = Array(repeating: 0, count: positionCount)
      for (index, node) in nodes.enumerated() { indices[node.position] = index + 1 }
    }
  }

  /// Releases the nodes from consumers to dependencies, as a ``NodeList`` does.
  mutating func removeAll() {
    while nodes.popLast() != nil {}
  }
}

/// A constant set of positions.
final class PositionSet: Sendable {
  private let members: [Bool]

  init(_ members: [Bool]) {
    self.members = members
  }

  func contains(_ position: Int) -> Bool {
    position >= 0 && members[position]
  }
}
