/// The nodes that a linker finds and makes.
struct NodeTable {
  private let container: Container
  /// Those that were made, by position.
  private var made: [AnyNode?]

  init(_ container: Container) {
    self.container = container
    made = Array(repeating: nil, count: container.blueprint.declarations.count)
  }

  /// The node at a position; `nil` for one that comes later.
  subscript(position: Int) -> AnyNode? {
    get {
      if let node = made[position] { return node }
      return container.owns(position) ? container.linkedNode(at: position) : container.parent?.node(at: position)
    }
    set { made[position] = newValue }
  }
}
