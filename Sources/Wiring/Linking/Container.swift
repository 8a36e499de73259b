/// The nodes of a built plan.
final class Container: Sendable {
  let blueprint: Blueprint
  /// The container around this one: of an enclosing graph, or of the scope outside of this one.
  let parent: Container?
  let nodes: NodeList
  /// The scope that was opened, as far as one was.
  let scope: [String]
  let observer: (any ResolutionObserver)?
  /// Who is told about objects that reach outside the process: whoever watches the task that links, or the graph around.
  private let reality: (any Reality.Observer)?
  let lifecycle = Lifecycle()

  /// Links a plan. Creates none of its objects.
  convenience init(_ blueprint: Blueprint, parent: Container?, observer: (any ResolutionObserver)?) {
    var nodes = parent?.nodes.all ?? []
    nodes += repeatElement(nil, count: blueprint.declarations.count - nodes.count)
    self.init(
      blueprint, parent: parent, scope: parent?.scope ?? [], observer: observer, nodes: nodes,
      positions: blueprint.linkOrder.filter { blueprint.scopes.homes[$0].isEmpty })
  }

  /// Links some of the bindings of a plan anew; the other nodes are those of another container.
  init(
    _ blueprint: Blueprint, parent: Container?, scope: [String], observer: (any ResolutionObserver)?,
    nodes: [AnyNode?], positions: [Int]
  ) {
    let reference = ContainerReference()
    let reality = Reality.observer ?? parent?.reality
    var linker = Linker(blueprint, nodes: nodes, reference: reference, observer: observer, reality: reality)
    for position in positions { linker.link(at: position) }
    linker.finish()
    self.blueprint = blueprint
    self.parent = parent
    self.scope = scope
    self.observer = observer
    self.reality = reality
    self.nodes = NodeList(linker.nodes, order: positions)
    reference.container = self
  }

  /// The node that provides a key, for a caller who can be anywhere, on the main actor, or await.
  ///
  /// The downcast is sound for the reason given at ``Linker/slot(for:)``.
  func node<Value>(for key: Key<Value>, on isolation: Isolation) throws(ResolutionError) -> Node<Value> {
    guard let position = blueprint.positions[key.erased] else { throw ResolutionError(.missing(key.erased)) }
    guard let node = nodes[position] else {
      throw ResolutionError(.scopeNotOpen(key.erased, scope: blueprint.scopes.homes[position].last ?? ""))
    }
    guard node.isolation <= isolation else {
      throw ResolutionError(node.isolation == .main ? .needsMainActor(key.erased) : .needsAwait(key.erased))
    }
    return unsafeDowncast(node, to: Node<Value>.self)
  }

  /// The node at a position whose binding's key is of a type; `nil` when it lives in a scope that is not open.
  func node<Value>(at position: Int, of type: Value.Type) -> Node<Value>? {
    nodes[position].map { unsafeDowncast($0, to: Node<Value>.self) }
  }

  /// The node at a position, if it was linked for this container rather than taken from another one.
  func ownNode(at position: Int) -> AnyNode? {
    guard let node = nodes[position] else { return nil }
    return parent.map { position < $0.blueprint.declarations.count && $0.nodes[position] === node } == true ? nil : node
  }

  func provides(_ key: AnyKey) -> Bool {
    blueprint.positions[key].map { nodes[$0] != nil } ?? false
  }
}
