import Synchronization

/// The nodes of a container by position, linked when they are asked for. Reading one that is there takes no lock.
///
/// Released from consumers to dependencies: a chain of ten thousand would otherwise be released by recursion, since a
/// consumer keeps its dependencies, and overflow the stack.
///
/// Unchecked: each place goes from `nil` to a retained node once, is stored with release and read with acquire order, and
/// is released in `deinit`, when no reader is left. The memory itself is allocated by `init` and freed by `deinit`.
final class NodeList: @unchecked Sendable {
  private let places: UnsafeMutableBufferPointer<Atomic<UnsafeRawPointer?>>
  private let first: Int
  private let order: [Int]

  /// - Parameters:
  ///   - first: The first position.
  ///   - order: All positions, dependencies before consumers.
  init(from first: Int, order: [Int]) {
    self.first = first
    self.order = order
    places = .allocate(capacity: order.count)
    for place in 0..<order.count { places.initializeElement(at: place, to: Atomic(nil)) }
  }

  deinit {
    for position in order.reversed() {
      guard let pointer = places[position - first].load(ordering: .relaxed) else { continue }
      Unmanaged<AnyNode>.fromOpaque(pointer).release()
    }
    places.deinitialize()
    places.deallocate()
  }

  /// The node at a position, when it is there.
  subscript(position: Int) -> AnyNode? {
    places[position - first].load(ordering: .acquiring).map { Unmanaged<AnyNode>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the node of a position that has none. To be called by one thread at a time.
  func set(_ node: AnyNode, at position: Int) {
    places[position - first].store(UnsafeRawPointer(Unmanaged.passRetained(node).toOpaque()), ordering: .releasing)
  }
}
