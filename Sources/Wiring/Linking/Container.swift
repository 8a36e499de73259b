/// The nodes of a built plan.
///
/// A container that differs from another one in something, such as an opened scope, shares the nodes that do not depend on
/// it, and links its own ones when they are asked for, so that a short life costs little.
final class Container: Sendable {
  let blueprint: Blueprint
  /// The container around this one: of an enclosing graph, or the one that this one differs from.
  let parent: Container?
  /// The scope that was opened, as far as one was.
  let scope: [String]
  let observer: (any ResolutionObserver)?
  /// `nil` when nothing has a start or a stop.
  let lifecycle: Lifecycle?
  private let nodes: NodeList
  private let difference: Difference?

  /// Links a plan. Creates none of its objects.
  init(_ blueprint: Blueprint, parent: Container?, observer: (any ResolutionObserver)?) {
    let scope = parent?.scope ?? []
    self.blueprint = blueprint
    self.parent = parent
    self.scope = scope
    self.observer = observer
    lifecycle = blueprint.hasHooks ? Lifecycle() : nil
    let inherited = (0..<blueprint.inheritedCount).map { parent?.node(at: $0) }
    var linker = Linker(blueprint, NodeTable(inherited, count: blueprint.declarations.count), observer)
    if blueprint.scopes.isEmpty {
      for position in blueprint.linkOrder { linker.link(at: position) }
    } else {
      for position in blueprint.linkOrder where scope.starts(with: blueprint.scopes.homes[position]) {
        linker.link(at: position)
      }
    }
    linker.finish()
    nodes = NodeList(linker.nodes.all, order: blueprint.linkOrder)
    difference = nil
    linker.reference?.container = self
  }

  /// A container that differs from another one.
  ///
  /// - Parameters:
  ///   - base: The other container.
  ///   - scope: The scope that is open in this one.
  ///   - position: The position that has another node.
  ///   - node: The node.
  ///   - own: The positions to link anew.
  init(_ base: Container, scope: [String], position: Int, node: AnyNode, own: PositionSet) {
    blueprint = base.blueprint
    parent = base
    self.scope = scope
    observer = base.observer
    lifecycle = blueprint.hasHooks ? Lifecycle() : nil
    nodes = NodeList([], order: [])
    difference = Difference(position: position, node: node, own: own)
  }

  /// The node at a position; `nil` for one that lives in a scope that is not open.
  func node(at position: Int) -> AnyNode? {
    guard let difference else { return nodes[position] }
    if position == difference.position { return difference.node }
    guard difference.own.contains(position) else { return parent?.node(at: position) }
    guard scope.starts(with: blueprint.scopes.homes[position]) else { return nil }
    return difference.node(at: position, in: self)
  }

  /// The node at a position, if it was linked for this container rather than taken from another one.
  func ownNode(at position: Int) -> AnyNode? {
    guard let difference else { return position < blueprint.inheritedCount ? nil : nodes[position] }
    return difference.own.contains(position) ? node(at: position) : nil
  }

  /// The node that provides a key, for a caller who can be anywhere, on the main actor, or await.
  func node<Value>(for key: Key<Value>, on isolation: Isolation) throws(ResolutionError) -> Node<Value> {
    guard let position = blueprint.positions[key.erased] else { throw ResolutionError(.missing(key.erased)) }
    guard let node = node(at: position) else {
      throw ResolutionError(.scopeNotOpen(key.erased, scope: blueprint.scopes.homes[position].last ?? ""))
    }
    if node.isolation != .any, node.isolation > isolation {
      throw ResolutionError(node.isolation == .main ? .needsMainActor(key.erased) : .needsAwait(key.erased))
    }
    return node.of(Value.self)
  }

  func provides(_ key: AnyKey) -> Bool {
    blueprint.positions[key].map { node(at: $0) != nil } ?? false
  }
}
