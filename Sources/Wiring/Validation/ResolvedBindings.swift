/// The declarations of a plan with their dependencies resolved: what a ``DependencyResolver`` makes of a plan's input.
struct ResolvedBindings: Sendable {
  let installer: ModuleInstaller
  /// The number of declarations of the enclosing graph, which are the first ones.
  let inheritedCount: Int
  /// The declarations of modules, and those derived from them: proxies, lists, handles.
  var declarations: [Declaration]
  /// The position of each key's binding; a binding of this graph shadows one of the enclosing graph.
  var positions: KeyTable
  /// The positions of the dependencies of each binding, in the order of its parameters.
  var edges = Edges()
  private(set) var contributions: [Contributions] = []
  /// The position of each key's contributions.
  private(set) var contributionPositions = KeyTable(minimumCapacity: 0)
  /// Features present in this graph and the enclosing ones.
  var features: PlanFeatures = []
  /// The proxies of each definition or component, one per requested protocol, by position.
  var proxies: [Int: [Int]] = [:]
  /// The positions of definitions and components.
  var candidates: [Int] = []
  var findings = ResolutionFindings()

  /// Creates the list without the results of resolving it.
  init(unresolved installer: ModuleInstaller, inheritedCount: Int) {
    self.installer = installer
    self.inheritedCount = inheritedCount
    declarations = installer.declarations
    // The graph can be injected as its description, like any other object.
    declarations.append(GraphDescription.declaration())
    positions = KeyTable(minimumCapacity: declarations.count)
  }

  /// The positions of this graph's own declarations.
  var own: Range<Int> { inheritedCount..<declarations.count }

  /// Adds the contributions of an enclosing graph, to which this one adds its own.
  mutating func inheritContributions(of parent: BindingGraph) {
    (contributions, contributionPositions) = (parent.contributions, parent.contributionPositions)
  }

  /// Adds a member to the list of a key.
  mutating func contribute(_ position: Int, named name: String?, to key: AnyKey) {
    if let index = contributionPositions[key] {
      contributions[index].members.append((name, position))
    } else {
      contributionPositions.update(key, to: contributions.count)
      contributions.append(Contributions(key: key, members: [(name, position)]))
    }
  }

  /// Puts a proxy in the place of a lazy member in all lists.
  mutating func replaceMember(_ position: Int, by proxy: Int) {
    for list in contributions.indices {
      for member in contributions[list].members.indices where contributions[list].members[member].position == position {
        contributions[list].members[member].position = proxy
      }
    }
  }

  /// Returns the contributions to the list of a key; `nil` without one.
  func contributions(to key: AnyKey) -> Contributions? { contributionPositions[key].map { contributions[$0] } }
}

/// A key with several equal candidates.
struct Ambiguity: Sendable {
  let key: AnyKey
  let candidates: [Int]
}

/// A value of a definition that cannot be read as its parameter's type.
struct BadValue: Sendable {
  let key: AnyKey
  let failure: ValueFailure
  /// The location of the value, if known.
  let location: SourceLocation
}

/// The problems that resolving the dependencies finds.
struct ResolutionFindings: Sendable {
  /// Positions whose key an earlier position provides as well.
  var duplicates: [Int] = []
  /// Decorators that have nothing to decorate, or do not take it.
  var looseDecorators: [Int] = []
  var ambiguities: [Ambiguity] = []
  /// The names of values that refer to each other.
  var valueCycles: [[String]] = []
  var badValues: [BadValue] = []
  /// Keys of lazy objects that have no proxy, with the positions of the objects.
  var withoutProxy: [(key: AnyKey, position: Int)] = []
  /// Whether a dependency has no binding.
  var hasMissing = false

  /// Whether there are no problems of definitions and components.
  var hasSoundDefinitions: Bool {
    ambiguities.isEmpty && badValues.isEmpty && valueCycles.isEmpty && withoutProxy.isEmpty
  }
}
