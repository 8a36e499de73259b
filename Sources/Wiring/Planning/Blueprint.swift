/// A proved plan: bindings, and for each the positions of those it depends on.
final class Blueprint: Sendable {
  /// All bindings; those of the enclosing graph come first, at the positions they have there.
  let declarations: [Declaration]
  /// How many of them belong to the enclosing graph.
  let inheritedCount: Int
  /// The modules, by the position that a declaration gives.
  let modules: [InstalledModule]
  /// Where the binding of a key is; a binding of this graph shadows one of the enclosing graph.
  let positions: KeyTable
  /// For each binding the positions of its dependencies, in the order of its parameters.
  let edges: Edges
  /// By position where the object can be made, its dependencies considered.
  let isolations: [Isolation]
  let scopes: ScopeMap
  /// The positions of this graph's own bindings, dependencies before consumers.
  let linkOrder: [Int]
  /// All positions, dependencies before consumers.
  var fullOrder: [Int] { inheritedOrder + linkOrder }
  private let inheritedOrder: [Int]
  /// The entry points.
  let roots: [Requirement]
  let profile: Profile
  /// Everything that was found out about the plan.
  let analysis: Analysis

  init(_ request: PlanRequest) throws(WiringError) {
    var installer = Installer(request)
    installer.install(request.modules, overrides: request.overrides)
    installer.roots.append(request.root)
    analysis = Analysis(installer, parent: request.parent, openScope: request.openScope)
    var problems = installer.problems + analysis.problems()
    if problems.isEmpty, request.isStrict { problems = analysis.warnings() }
    guard problems.isEmpty else { throw WiringError(problems) }
    declarations = analysis.declarations
    inheritedCount = analysis.inheritedCount
    modules = installer.modules
    positions = analysis.positions
    edges = analysis.edges
    isolations = analysis.isolations
    scopes = analysis.scopes
    linkOrder = analysis.order
    inheritedOrder = request.parent?.fullOrder ?? []
    roots = installer.roots
    profile = request.profile
  }
}
