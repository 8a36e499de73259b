/// A validated list of modules: every dependency has exactly one binding, none is circular, and no object outlives its
/// dependencies. A consumer of an asynchronous object is asynchronous itself; a handle that cannot wait for one is refused.
///
/// ```swift
/// let plan = try Plan(App.self, modules: [PersistenceModule(), ViewModelsModule(), AppModule()])
/// let graph = try plan.build()
/// graph.root.run()
/// ```
///
/// Making a plan is pure: no object of the program is created. All problems are reported at once, and do not depend on the
/// order of modules and bindings.
///
/// ## Topics
/// ### Making a plan
/// - ``init(_:named:modules:context:profile:defaultScope:isStrict:file:line:column:overrides:)``
/// - ``init(modules:context:profile:defaultScope:isStrict:file:line:column:overrides:)``
/// ### Building graphs
/// - ``build(file:line:column:)``
/// - ``buildAsync(isolation:file:line:column:)``
/// - ``buildOnMainActor(file:line:column:)``
/// - ``build(recording:file:line:column:)``
/// - ``buildAsync(recording:isolation:file:line:column:)``
/// ### Inspecting the plan
/// - ``description``
/// - ``warnings``
/// - ``explain(_:named:)``
public struct Plan<Root>: Sendable {
  let bindings: BindingGraph
  let parent: Container?
  let rootKey: Key<Root>

  /// Creates and validates a plan.
  ///
  /// - Parameters:
  ///   - root: The type of the object that the program begins with; one of the modules binds it.
  ///   - key: The root's key, where it is a qualified one.
  ///   - modules: The modules, each listed once; included modules are added.
  ///   - context: Definitions of objects, from code or from files, and the components that take part.
  ///   - profile: The profile that the program runs in.
  ///   - defaultScope: The scope of bindings that do not declare one.
  ///   - isStrict: Whether ``warnings`` are problems.
  ///   - overrides: Replacements of bindings, for a test or a special run.
  /// - Throws: ``WiringError`` with all problems.
  public init(
    _ root: Root.Type, named key: Key<Root> = .unqualified, modules: [any Module], context: Definitions = .none,
    profile: Profile = .production, defaultScope: UnsharedScope = .transient, isStrict: Bool = false,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) {
    try self.init(
      root, named: key, modules: modules, context: context, profile: profile, defaultScope: defaultScope.scope,
      isStrict: isStrict, parent: nil, overrides: overrides, site: CallSite(file, line, column))
  }

  /// Creates and validates a plan without a root, whose objects are resolved by look-ups: for tests and small programs. Without
  /// an entry point no binding counts as unused. The parameters are those of a plan with a root.
  public init(
    modules: [any Module], context: Definitions = .none, profile: Profile = .production,
    defaultScope: UnsharedScope = .transient, isStrict: Bool = false,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) where Root == Void {
    try self.init(
      Void.self, named: .unqualified, modules: modules, context: context, profile: profile,
      defaultScope: defaultScope.scope,
      isStrict: isStrict, parent: nil, overrides: overrides, site: CallSite(file, line, column))
  }

  init(
    _ type: Root.Type, named root: Key<Root>, modules: [any Module], context: Definitions, profile: Profile,
    defaultScope: Scope, isStrict: Bool, parent: Container?, overrides: (inout Overrides) -> Void, site: CallSite
  ) throws(WiringError) {
    var replacements = Overrides(profile: profile)
    replacements.list.check(AnyKey(type), hasType: Root.self, at: site)
    overrides(&replacements)
    let dependency = Dependency(Root.self, qualifier: root.qualifier)
    bindings = try .validated(
      PlanRequest(
        root: RequiredKey(dependency: dependency, site: site, module: nil), modules: modules,
        context: context, profile: profile, defaultScope: defaultScope, isStrict: isStrict, overrides: replacements,
        parent: parent?.bindings, openScope: parent?.scope ?? []))
    self.parent = parent
    rootKey = root
  }

  /// Builds a graph: creates its eager objects and its root, synchronously, and links their dependencies. All other
  /// bindings are linked on demand.
  ///
  /// Every call returns a new graph with new singletons. Factories call each other like hand-written initializers, so that a
  /// chain of many thousands requires a thread with a large stack; where that ends, a ``ResolutionError`` says so.
  ///
  /// When a factory throws, the stop hooks of the objects that exist run in a task of their own.
  ///
  /// - Throws: ``ResolutionError`` when the root belongs to the main actor or requires an `await`; otherwise the errors of
  ///   factories.
  public func build(
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Graph<Root> {
    try Container(bindings, parent: parent, observer: nil).graph(rootKey, on: .any, at: CallSite(file, line, column))
  }

  /// Builds a graph, including objects of asynchronous factories and of the main actor.
  ///
  /// - Throws: ``ResolutionError`` when the root is confined to the main actor and the caller is elsewhere; otherwise the
  ///   errors of factories, after the stop hooks of the objects that exist have run.
  public func buildAsync(
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws -> Graph<Root> {
    try await Container(bindings, parent: parent, observer: nil).graph(rootKey, at: CallSite(file, line, column))
  }

  /// Builds a graph synchronously on the main actor, including objects that belong to it.
  ///
  /// - Throws: ``ResolutionError`` when the root requires an `await`; otherwise the errors of factories.
  @MainActor
  public func buildOnMainActor(
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Graph<Root> {
    try Container(bindings, parent: parent, observer: nil).graph(rootKey, on: .main, at: CallSite(file, line, column))
  }

  /// The bindings of the plan, as data.
  public var description: GraphDescription { GraphDescription(bindings) }

  /// The warnings of the plan, such as bindings that no root reaches, and factories whose dependencies are unknown; see
  /// ``Problem/Code/isWarning``.
  public var warnings: [Problem] { Problem.sorted(bindings.warnings()) }
}
