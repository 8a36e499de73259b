/// The nodes that a linker finds and makes.
struct NodeTable {
  /// By position, for a container that has all nodes.
  private(set) var all: [AnyNode?]
  /// For a container that has only some.
  private(set) var own: [(position: Int, node: AnyNode)] = []
  /// Where the others are.
  private let rest: Container?

  /// - Parameters:
  ///   - inherited: The nodes of an enclosing container, which stand first.
  ///   - count: The number of all nodes.
  init(_ inherited: [AnyNode?], count: Int) {
    all = inherited
    all.reserveCapacity(count)
    for _ in inherited.count..<count { all.append(nil) }
    rest = nil
  }

  init(own: [(position: Int, node: AnyNode)], rest: Container) {
    all = []
    self.own = own
    self.rest = rest.parent
  }

  func ownNode(at position: Int) -> AnyNode? {
    own.first { $0.position == position }?.node
  }

  subscript(position: Int) -> AnyNode? {
    get {
      guard let rest else { return all[position] }
      return ownNode(at: position) ?? rest.node(at: position)
    }
    set {
      if rest == nil {
        all[position] = newValue
      } else if let newValue {
        own.append((position, newValue))
      }
    }
  }
}
