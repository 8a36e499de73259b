/// A list of modules, proved to make a whole: every dependency has exactly one binding, none is circular, no object
/// outlives what it holds, and nobody waits who cannot.
///
/// ```swift
/// let plan = try Plan(App.self, modules: [PersistenceModule(), ViewModelsModule(), AppModule()])
/// let graph = try plan.build()
/// graph.root.run()
/// ```
///
/// Making a plan is pure: no object of the program is created. All problems are found at once, and the order in which
/// modules and bindings are listed changes neither what is found nor how it is reported.
///
/// ## Topics
/// ### Making a plan
/// - ``init(_:modules:context:profile:defaultScope:isStrict:file:line:column:overrides:)-(Root.Type,_,_,_,_,_,_,_,_,_)``
/// - ``init(_:modules:context:profile:defaultScope:isStrict:file:line:column:overrides:)-(Key<Root>,_,_,_,_,_,_,_,_,_)``
/// ### Using it
/// - ``build()-9nfhj``
/// - ``build()-7dtak``
/// - ``buildOnMainActor()``
/// - ``build(recording:)-8ycfp``
/// - ``build(recording:)-6swmt``
/// ### Looking at it
/// - ``description``
/// - ``warnings``
/// - ``explain(_:)-(Value.Type)``
/// - ``explain(_:)-(Key<Value>)``
/// - ``scan``
public struct Plan<Root>: Sendable {
  let blueprint: Blueprint
  let parent: Container?
  let rootKey: Key<Root>

  /// Declares and proves a graph.
  ///
  /// - Parameters:
  ///   - root: The type of the object that the program begins with; one of the modules binds it.
  ///   - modules: The modules, each listed once; those that they include are added.
  ///   - context: Definitions of objects, from code or from files, and which components take part; none unless told.
  ///   - profile: What the program is run for.
  ///   - defaultScope: The scope of bindings that do not say one.
  ///   - isStrict: Whether ``warnings`` are problems.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  ///   - overrides: What to replace, in a test or a special run.
  /// - Throws: ``WiringError`` with all problems.
  public init(
    _ root: Root.Type, modules: [any Module], context: Definitions = .none, profile: Profile = .production,
    defaultScope: UnsharedScope = .transient, isStrict: Bool = false,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) {
    try self.init(
      .unqualified, modules: modules, context: context, profile: profile, defaultScope: defaultScope.scope,
      isStrict: isStrict, parent: nil, overrides: overrides, site: CallSite(file, line, column))
  }

  /// Declares and proves a graph whose root has a qualified key.
  ///
  /// - Parameters:
  ///   - root: The key of the object that the program begins with; one of the modules binds it.
  ///   - modules: The modules, each listed once; those that they include are added.
  ///   - context: Definitions of objects, from code or from files, and which components take part; none unless told.
  ///   - profile: What the program is run for.
  ///   - defaultScope: The scope of bindings that do not say one.
  ///   - isStrict: Whether ``warnings`` are problems.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  ///   - overrides: What to replace, in a test or a special run.
  /// - Throws: ``WiringError`` with all problems.
  public init(
    _ root: Key<Root>, modules: [any Module], context: Definitions = .none, profile: Profile = .production,
    defaultScope: UnsharedScope = .transient, isStrict: Bool = false,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) {
    try self.init(
      root, modules: modules, context: context, profile: profile, defaultScope: defaultScope.scope,
      isStrict: isStrict, parent: nil, overrides: overrides, site: CallSite(file, line, column))
  }

  init(
    _ root: Key<Root>, modules: [any Module], context: Definitions, profile: Profile, defaultScope: Scope,
    isStrict: Bool,
    parent: Container?, overrides: (inout Overrides) -> Void, site: CallSite
  ) throws(WiringError) {
    var replaced = Overrides(profile: profile)
    overrides(&replaced)
    let dependency = Dependency(Root.self, qualifier: root.qualifier)
    blueprint = try Blueprint(
      PlanRequest(
        root: RequiredKey(dependency: dependency, site: site, module: nil), modules: modules,
        context: context, profile: profile,
        defaultScope: defaultScope, isStrict: isStrict, overrides: replaced, parent: parent?.blueprint,
        openScope: parent?.scope ?? []))
    self.parent = parent
    rootKey = root
  }

  /// Links the plan and makes its root, and what is eager. O(bindings).
  ///
  /// Every call makes a graph of its own, with its own singletons. Factories call each other as hand-written initializers
  /// would, so that a chain of many thousands needs a thread with a stack for it.
  ///
  /// - Returns: The graph, with its root.
  /// - Throws: ``ResolutionError`` when the root belongs to the main actor or takes an `await`: build it with one; otherwise
  ///   what the factories of the root and of what it needs throw.
  public func build() throws -> Graph<Root> {
    try Container(blueprint, parent: parent, observer: nil).graph(rootKey, on: .any)
  }

  /// Links the plan and makes its root, and what is eager, with whatever `await` that takes.
  ///
  /// - Returns: The graph, with its root.
  /// - Throws: What the factories of the root and of what it needs throw.
  public func build() async throws -> Graph<Root> {
    try await Container(blueprint, parent: parent, observer: nil).graph(rootKey)
  }

  /// Links the plan and makes its root on the main actor, at once.
  ///
  /// - Returns: The graph, with its root.
  /// - Throws: ``ResolutionError`` when the root takes an `await`; otherwise what the factories throw.
  @MainActor
  public func buildOnMainActor() throws -> Graph<Root> {
    try Container(blueprint, parent: parent, observer: nil).graph(rootKey, on: .main)
  }

  /// What the graph will be made of, as data.
  public var description: GraphDescription { GraphDescription(blueprint) }

  /// What is questionable about the plan: bindings that nobody reaches, and closures that cannot be seen into.
  public var warnings: [Problem] { Problem.sorted(blueprint.bindingGraph.warnings()) }
}

extension Container {
  /// The graph of this container, whose root and eager objects are made at once.
  func graph<Root>(_ rootKey: Key<Root>, on isolation: Isolation) throws -> Graph<Root> {
    try withExtendedLifetime(self) {
      for node in eagerNodes { try node.make(on: isolation) }
      return Graph(root: try node(for: rootKey, on: isolation).resolve(), container: self)
    }
  }

  /// The graph of this container.
  func graph<Root>(_ rootKey: Key<Root>) async throws -> Graph<Root> {
    for node in eagerNodes { try await node.makeAsync() }
    return Graph(
      root: try await node(for: rootKey, on: .async).resolveAsync(), container: self)
  }

  private var eagerNodes: [AnyNode] {
    guard blueprint.bindingGraph.features.contains(.modifiers) else { return [] }
    return blueprint.linkOrder.compactMap { position in
      let declaration = blueprint.declarations[position]
      return declaration.modifiers.isEmpty || !declaration.isEager ? nil : node(at: position)
    }
  }
}
