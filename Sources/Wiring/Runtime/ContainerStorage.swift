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

/// The new nodes of an overlay. A list, since a short-lived container links few.
typealias OverlayNodes = [(position: Int, node: AnyNode)]

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
