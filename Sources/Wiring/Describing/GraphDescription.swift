/// What a graph is made of, as data: every binding with its scope, its place and its dependencies.
///
/// Any object can ask for it as a dependency, without a binding.
///
/// ## Topics
/// ### Data
/// - ``bindings``
/// - ``roots``
/// - ``problems``
/// - ``Binding``
/// - ``json``
/// ### Pictures
/// - ``text``
/// - ``dot``
/// - ``mermaid``
/// - ``html(title:)``
public struct GraphDescription: Sendable {
  /// One binding of a graph.
  public struct Binding: Sendable, Hashable {
    /// How an object comes to be. The raw value is stable.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Made from declared dependencies.
      case factory
      /// Given.
      case value
      /// Made by a closure that asks a resolver, so that its dependencies are unknown.
      case opaque
      /// Stands in for an object until the first call.
      case proxy
      /// Wraps another object of the same key.
      case decorator
      /// Gathers what several modules contribute.
      case collection
      /// Hands out an object later, or again and again.
      case handle
    }

    /// One dependency of a binding.
    public struct Edge: Sendable, Hashable {
      /// The position of the dependency in ``GraphDescription/bindings``.
      public let target: Int
      /// Whether the dependency is made later than its consumer.
      public let isDeferred: Bool
    }

    /// What consumers ask for.
    public let key: AnyKey
    /// How long its object lives.
    public let scope: Scope
    /// How its object comes to be.
    public let kind: Kind
    /// Where its factory runs: `any`, `main` or `async`.
    public let isolation: String
    /// The name of the module that declares it.
    public let module: String
    /// Where it is declared.
    public let location: SourceLocation
    /// Its dependencies, in the order of the parameters.
    public let edges: [Edge]
    /// What else is worth knowing, in a word each.
    public let notes: [String]

    /// The positions of its dependencies in ``GraphDescription/bindings``, in the order of the parameters.
    public var dependencies: [Int] { edges.map(\.target) }
    /// Whether it was bound to a ready value.
    public var isValue: Bool { kind == .value }
    /// Whether a closure with a resolver makes it, so that its dependencies are unknown.
    public var isOpaque: Bool { kind == .opaque }
  }

  /// What is wrong with the graph; empty for the graph of a plan.
  public let problems: [Problem]

  private let declarations: [Declaration]
  private let modules: [InstalledModule]
  private let edges: [[Int?]]
  private let entries: [Requirement]
  private let positions: [AnyKey: Int]

  init(_ blueprint: Blueprint) {
    declarations = blueprint.declarations
    modules = blueprint.modules
    edges = blueprint.dependencies
    entries = blueprint.roots
    positions = blueprint.positions
    problems = []
  }

  /// Describes what makes no plan.
  init(_ analysis: Analysis, problems: [Problem]) {
    declarations = analysis.declarations
    modules = analysis.installer.modules
    edges = analysis.edges
    entries = analysis.installer.roots
    positions = analysis.positions
    self.problems = problems
  }

  /// The bindings, in the order of their declaration. Made anew on each access. O(bindings).
  public var bindings: [Binding] {
    let names = modules.map(\.name)
    return zip(declarations, edges).map { declaration, edges in
      Binding(
        key: declaration.key, scope: declaration.scope, kind: Binding.Kind(declaration.kind), isolation: "any",
        module: declaration.module < 0 ? "Wiring" : names[declaration.module], location: declaration.site.location,
        edges: edges.compactMap { $0.map { Binding.Edge(target: $0, isDeferred: false) } }, notes: [])
    }
  }

  /// The positions of the entry points in ``bindings``, by name, each once.
  public var roots: [Int] {
    Set(entries.compactMap { positions[$0.key] }).sorted {
      declarations[$0].key.description < declarations[$1].key.description
    }
  }
}

extension GraphDescription.Binding.Kind {
  fileprivate init(_ kind: Declaration.Kind) {
    self =
      switch kind {
      case .factory: .factory
      case .value: .value
      case .opaque: .opaque
      }
  }
}
