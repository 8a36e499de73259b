/// What a graph is made of, as data: every binding with its scope, its place and its dependencies.
///
/// Any object can ask for it as a dependency, without a binding.
///
/// ## Topics
/// ### Data
/// - ``bindings``
/// - ``roots``
/// - ``Binding``
/// ### Pictures
/// - ``text``
/// - ``dot``
/// - ``mermaid``
public struct GraphDescription: Sendable {
  /// One binding of a graph.
  public struct Binding: Sendable, Hashable {
    /// What consumers ask for.
    public let key: AnyKey
    /// How long its object lives.
    public let scope: Scope
    /// Whether it was bound to a ready value.
    public let isValue: Bool
    /// Whether a closure with a resolver makes it, so that its dependencies are unknown.
    public let isOpaque: Bool
    /// The name of the module that declares it.
    public let module: String
    /// Where it is declared.
    public let location: SourceLocation
    /// The positions of its dependencies in ``GraphDescription/bindings``, in the order of the parameters.
    public let dependencies: [Int]
  }

  let blueprint: Blueprint

  init(_ blueprint: Blueprint) {
    self.blueprint = blueprint
  }

  /// The bindings, in the order of their declaration. Made anew on each access. O(bindings).
  public var bindings: [Binding] {
    blueprint.declarations.indices.map { position in
      let declaration = blueprint.declarations[position]
      return Binding(
        key: declaration.key, scope: declaration.scope, isValue: declaration.kind == .value,
        isOpaque: declaration.kind == .opaque,
        module: declaration.module < 0 ? "Wiring" : blueprint.modules[declaration.module].name,
        location: declaration.site.location, dependencies: Array(blueprint.edges.targets(of: position)))
    }
  }

  /// The positions of the entry points in ``bindings``, by name, each once.
  public var roots: [Int] {
    let positions = Set(blueprint.roots.compactMap { blueprint.positions[$0.key] })
    return positions.sorted {
      blueprint.declarations[$0].key.description < blueprint.declarations[$1].key.description
    }
  }
}
