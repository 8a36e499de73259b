/// A list of modules, proved to make a whole: every dependency has exactly one binding, none is circular, and no object
/// outlives what it holds.
///
/// ```swift
/// let plan = try Plan(App.self, modules: [StorageModule(), ViewModelsModule(), AppModule()])
/// let graph = try plan.build()
/// graph.root.run()
/// ```
///
/// Making a plan is pure: no object of the program is created. All problems are found at once, and the order in which
/// modules and bindings are listed changes neither what is found nor how it is reported.
///
/// ## Topics
/// ### Making a plan
/// - ``init(_:modules:file:line:column:overrides:)``
/// ### Using it
/// - ``build()``
/// - ``description``
public struct Plan<Root>: Sendable {
  private let blueprint: Blueprint
  private let parent: Container?

  /// Declares and proves a graph.
  ///
  /// - Parameters:
  ///   - root: The type of the object that the program begins with; one of the modules binds it.
  ///   - modules: The modules, each listed once; those that they include are added.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  ///   - overrides: What to replace, in a test or a special run.
  /// - Throws: ``WiringError`` with all problems.
  public init(
    _ root: Root.Type, modules: [any Module],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) {
    try self.init(
      root, modules: modules, parent: nil, overrides: overrides, site: CallSite(file, line, column))
  }

  init(
    _ root: Root.Type, modules: [any Module], parent: Container?,
    overrides: (inout Overrides) -> Void, site: CallSite
  ) throws(WiringError) {
    var replaced = Overrides()
    overrides(&replaced)
    let root = Requirement(key: AnyKey(root), accepts: Dependency(root), site: site)
    blueprint = try Blueprint(root: root, modules: modules, overrides: replaced, parent: parent?.blueprint)
    self.parent = parent
  }

  /// Links the plan and makes its root. O(bindings).
  ///
  /// Every call makes a graph of its own, with its own singletons. Factories call each other as hand-written initializers
  /// would, so that a chain of many thousands needs a thread with a stack for it.
  ///
  /// - Returns: The graph, with its root.
  /// - Throws: What the factories of the root and of what it needs throw; nothing of the container's own, unless an
  ///   opaque factory asks for what is not there.
  public func build() throws -> Graph<Root> {
    let container = Container(blueprint, parent: parent)
    let root = try withExtendedLifetime(container) { try container.node(for: Key<Root>.unqualified).resolve() }
    return Graph(root: root, container: container)
  }

  /// What the graph will be made of, as data.
  public var description: GraphDescription { GraphDescription(blueprint) }
}
