/// The nodes of a built plan.
final class Container: Sendable {
  let blueprint: Blueprint
  let parent: Container?
  let nodes: [any AnyNode]

  /// Links a plan. Creates none of its objects.
  init(_ blueprint: Blueprint, parent: Container?) {
    let reference = ContainerReference()
    var linker = Linker(
      count: blueprint.declarations.count, inherited: parent?.nodes ?? [], reference: reference)
    for position in blueprint.linkOrder {
      linker.link(
        blueprint.declarations[position], at: position, dependencies: blueprint.dependencies[position])
    }
    self.blueprint = blueprint
    self.parent = parent
    nodes = linker.nodes.compactMap(\.self)
    reference.container = self
  }

  /// The node that provides a key.
  ///
  /// The downcast is sound for the reason given at ``Linker/slot(for:)``.
  func node<Value>(for key: Key<Value>) throws(ResolutionError) -> Node<Value> {
    guard let position = blueprint.positions[key.erased] else { throw ResolutionError(.missing(key.erased)) }
    return unsafeDowncast(nodes[position] as AnyObject, to: Node<Value>.self)
  }
}
