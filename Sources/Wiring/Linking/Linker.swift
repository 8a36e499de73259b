/// Makes the nodes of a container, one after the other, dependencies first.
@usableFromInline struct Linker {
  /// The nodes by position of their binding; those of an enclosing container come first. `nil` until made.
  private(set) var nodes: [(any AnyNode)?]
  private var current = 0
  private var dependencies: [Int] = []
  private var nextDependency = 0
  private var dependencyNeedsFrame = false
  private let reference: ContainerReference

  init(count: Int, inherited: [any AnyNode], reference: ContainerReference) {
    nodes = inherited
    nodes.append(contentsOf: repeatElement(nil, count: count - inherited.count))
    self.reference = reference
  }

  mutating func link(_ declaration: Declaration, at position: Int, dependencies: [Int]) {
    current = position
    self.dependencies = dependencies
    nextDependency = 0
    dependencyNeedsFrame = false
    nodes[position] = declaration.link(&self, declaration.scope)
  }

  /// The slot of the next parameter of the factory that is being linked.
  ///
  /// The downcast is sound: the plan ties a parameter to a binding only when both have the same type in their keys, and
  /// the node of a binding with a key of type `Value` is a `Node<Value>`.
  @usableFromInline mutating func slot<Value>(for type: Value.Type) -> Slot<Value> {
    defer { nextDependency += 1 }
    guard let node = nodes[dependencies[nextDependency]] else {
      preconditionFailure("A plan links dependencies before their consumers.")
    }
    if node.needsFrame { dependencyNeedsFrame = true }
    return Slot(unsafeDowncast(node as AnyObject, to: Node<Value>.self))
  }

  /// The node for a factory whose slots were all taken.
  @usableFromInline func node<Value>(
    _ scope: Scope, _ factory: @escaping @Sendable (Frame?) throws -> Value
  ) -> any AnyNode {
    switch scope.kind {
    case .transient:
      return Node(needsFrame: dependencyNeedsFrame, make: factory)
    case .graph:
      let position = current
      return Node(needsFrame: true) { frame in
        guard let frame else { return try factory(nil) }
        return try frame.instance(at: position) { try factory(frame) }
      }
    case .weak:
      let cell = WeakCell<Value>()
      return Node(needsFrame: false) { _ in try cell.value { try factory(nil) } }
    case .singleton:
      let cell = SingletonCell<Value>()
      return Node(needsFrame: false) { _ in try cell.value { try factory(nil) } }
    }
  }

  /// The way out of an opaque factory. From here on the resolution carries a frame.
  @usableFromInline mutating func opening(of key: AnyKey) -> Opening {
    dependencyNeedsFrame = true
    return Opening(key: key, position: current, reference: reference)
  }
}
