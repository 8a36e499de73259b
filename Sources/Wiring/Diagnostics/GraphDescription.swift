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
      /// Given when a custom scope is opened.
      case context
      /// Another object as something that it conforms to.
      case view
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
    /// Where its object can be made, its dependencies considered.
    public let isolation: Isolation
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
  let bindingGraph: BindingGraph

  init(_ blueprint: Blueprint) {
    self.init(blueprint.bindingGraph, problems: [])
  }

  /// Describes what makes no plan, or a plan.
  init(_ bindingGraph: BindingGraph, problems: [Problem]) {
    self.bindingGraph = bindingGraph
    self.problems = problems
  }

  /// The bindings, in the order of their declaration. Made anew on each access. O(bindings).
  public var bindings: [Binding] {
    let names = bindingGraph.installer.modules.map(\.name)
    return bindingGraph.declarations.indices.map { position in
      let declaration = bindingGraph.declarations[position]
      let targets = bindingGraph.edges.targets(of: position).filter { $0 != Edges.missing }
      return Binding(
        key: declaration.key, scope: declaration.scope, kind: Binding.Kind(declaration.kind),
        isolation: bindingGraph.isolations[position], module: declaration.module < 0 ? "Wiring" : names[declaration.module],
        location: declaration.site.location,
        edges: targets.map { Binding.Edge(target: $0, isDeferred: declaration.isDeferring) }, notes: declaration.notes)
    }
  }

  /// The positions of the entry points in ``bindings``, by name, each once.
  public var roots: [Int] {
    Set(bindingGraph.installer.roots.compactMap { bindingGraph.positions[$0.key] }).sorted {
      bindingGraph.declarations[$0].key.description < bindingGraph.declarations[$1].key.description
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
      case .proxy: .proxy
      case .decorator: .decorator
      case .collection: .collection
      case .handle: .handle
      case .context: .context
      case .view: .view
      }
  }
}

extension GraphDescription {
  /// The binding that every graph has: of its own description.
  static func declaration() -> Declaration {
    let key = AnyKey(GraphDescription.self)
    let declaration = Declaration(
      GraphDescription.self, key: key, kind: .value, site: CallSite("Wiring/GraphDescription.swift", 1, 1),
      dependencies: []
    ) { linker, _ in
      let blueprint = linker.blueprint
      return linker.transient { GraphDescription(blueprint) }
    }
    declaration.scope = .singleton
    return declaration
  }
}
