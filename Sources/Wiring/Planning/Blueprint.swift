/// A proved plan: bindings, and for each the positions of those it depends on.
final class Blueprint: Sendable {
  /// All bindings; those of the enclosing graph come first, at the positions they have there.
  let declarations: [Declaration]
  /// How many of them belong to the enclosing graph.
  let inheritedCount: Int
  /// The names of the modules, by the position that a declaration gives.
  let modules: [InstalledModule]
  /// Where the binding of a key is; a binding of this graph shadows one of the enclosing graph.
  let positions: [AnyKey: Int]
  /// For each binding the positions of its dependencies, in the order of its parameters.
  let dependencies: [[Int]]
  /// The positions of this graph's own bindings, dependencies before consumers.
  let linkOrder: [Int]
  /// The entry points.
  let roots: [Requirement]

  init(
    root: Requirement, modules: [any Module], overrides: Overrides, parent: Blueprint?
  ) throws(WiringError) {
    var installer = Installer(parent: parent)
    installer.install(modules, overrides: overrides)
    installer.roots.append(root)
    let analysis = Analysis(installer, parent: parent)
    let problems = installer.problems + analysis.problems()
    guard problems.isEmpty else { throw WiringError(problems, in: analysis) }
    declarations = analysis.declarations
    inheritedCount = analysis.inheritedCount
    self.modules = installer.modules
    positions = analysis.positions
    dependencies = analysis.edges.map { $0.compactMap(\.self) }
    linkOrder = analysis.dependencyOrder()
    roots = installer.roots
  }
}
