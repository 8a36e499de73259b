/// The bindings of a graph, as data: their scopes, locations and dependencies.
///
/// Any object can depend on it, without a binding. `WiringTools` draws it: for Graphviz, Mermaid, and as a page for a browser.
///
/// ## Topics
/// ### Data
/// - ``bindings``
/// - ``roots``
/// - ``problems``
/// - ``Binding``
/// - ``json``
/// - ``text``
public struct GraphDescription: Sendable {
  /// One binding of a graph.
  public struct Binding: Sendable, Hashable {
    /// The kind of a binding. The raw value is stable.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Created from declared dependencies.
      case factory
      /// A constant value.
      case value
      /// Created by a closure with a resolver, so that its dependencies are unknown.
      case opaque
      /// A proxy, which creates its object on the first call.
      case proxy
      /// A wrapper of another object with the same key.
      case decorator
      /// A value that is composed of other objects: a list of contributions, an optional, an ``Owned``.
      case collection
      /// A handle that resolves an object later, or repeatedly.
      case handle
      /// The context of a custom scope, passed when it is opened.
      case context
      /// Another object as one of its supertypes.
      case view
    }

    /// One dependency of a binding.
    public struct Edge: Sendable, Hashable {
      /// The position of the dependency in ``GraphDescription/bindings``.
      public let target: Int
      /// Whether the dependency is created later than its consumer.
      public let isDeferred: Bool
    }

    /// The key that consumers depend on.
    public let key: AnyKey
    /// The lifetime of the object.
    public let scope: Scope
    /// The kind of the binding.
    public let kind: Kind
    /// The isolation that the object and its dependencies require.
    public let isolation: Isolation
    /// The name of the module that declares it.
    public let module: String
    /// The location of the declaration.
    public let location: SourceLocation
    /// The dependencies, in the order of the parameters.
    public let edges: [Edge]
    /// Remarks on the binding, such as `a default`.
    public let notes: [String]

    /// The positions of the dependencies in ``GraphDescription/bindings``, in the order of the parameters.
    public var dependencies: [Int] { edges.map(\.target) }
    /// Whether the binding is a constant value.
    public var isValue: Bool { kind == .value }
    /// Whether a closure with a resolver creates the object, so that its dependencies are unknown.
    public var isOpaque: Bool { kind == .opaque }
  }

  /// The problems of the graph; empty for the graph of a plan.
  public let problems: [Problem]
  let bindingGraph: BindingGraph
  /// The values of definitions, for the module that contains them.
  package var values: (any NamedValues)? { bindingGraph.installer.values }

  /// Describes a graph with or without problems.
  init(_ bindingGraph: BindingGraph, problems: [Problem] = []) {
    self.bindingGraph = bindingGraph
    self.problems = problems
  }

  /// The bindings, in the order of their declaration. Computed on each access. O(bindings).
  public var bindings: [Binding] {
    let names = bindingGraph.installer.modules.map(\.name)
    return bindingGraph.declarations.indices.map { position in
      let declaration = bindingGraph.declarations[position]
      let targets = bindingGraph.edges.targets(of: position).filter { $0 != Edges.missing }
      return Binding(
        key: declaration.key, scope: declaration.scope, kind: declaration.kind,
        isolation: bindingGraph.isolations[position],
        module: declaration.module < 0 ? "Wiring" : names[declaration.module],
        location: declaration.site.location,
        edges: targets.map { Binding.Edge(target: $0, isDeferred: declaration.isDeferring) }, notes: declaration.notes)
    }
  }

  /// The positions of the entry points in ``bindings``, by name, without duplicates.
  public var roots: [Int] {
    Set(bindingGraph.installer.roots.compactMap { bindingGraph.positions[$0.key] }).sorted {
      bindingGraph.declarations[$0].key.description < bindingGraph.declarations[$1].key.description
    }
  }
}

extension GraphDescription {
  /// The binding of the graph's own description, which every graph has.
  static func declaration() -> Declaration {
    let key = AnyKey(GraphDescription.self)
    let declaration = Declaration(
      key: key, kind: .value, site: CallSite("Wiring/GraphDescription.swift", 1, 1),
      dependencies: []
    ) { linker, _ in
      let bindings = linker.bindings
      return linker.handleNode { _ in GraphDescription(bindings) }
    }
    declaration.scope = .singleton
    declaration.isBuiltIn = true
    return declaration
  }
}
