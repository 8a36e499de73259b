/// What a container has of its own, over another one.
final class Difference: Sendable {
  /// The position that has another node.
  let position: Int
  let node: AnyNode
  /// The positions that are linked anew, since they depend on it.
  let own: PositionSet
  private let linked = Monitor<[(position: Int, node: AnyNode)]>([])

  init(position: Int, node: AnyNode, own: PositionSet) {
    self.position = position
    self.node = node
    self.own = own
  }

  /// The container's own node at a position, linked now if nobody asked before. Runs no factory.
  func node(at position: Int, in container: Container) -> AnyNode? {
    linked.withLock {
      if let linked = linked.value.first(where: { $0.position == position }) { return linked.node }
      let table = NodeTable(own: linked.value + [(self.position, node)], rest: container)
      var linker = Linker(container.blueprint, table, container.observer)
      for position in missing(for: position, container, table) { linker.link(at: position) }
      linker.finish()
      linker.reference?.container = container
      linked.value = linker.nodes.own.filter { $0.position != self.position }
      return linker.nodes[position]
    }
  }

  /// Which positions must be linked for one of them, dependencies first.
  private func missing(for position: Int, _ container: Container, _ table: NodeTable) -> [Int] {
    let blueprint = container.blueprint
    var missing = [position]
    var next = 0
    while next < missing.count {
      for target in blueprint.edges.targets(of: missing[next])
      where own.contains(target) && table.ownNode(at: target) == nil && !missing.contains(target) {
        missing.append(target)
      }
      next += 1
    }
    guard missing.count > 1 else { return missing }
    let ranks = blueprint.ranks
    return missing.sorted { ranks[$0] < ranks[$1] }
  }
}
