/// Ties dependencies to the bindings that provide them, and derives the declarations that follow from others: the
/// stand-in of a lazy binding, the layers of a decorated one, the list of what was contributed, `Lazy<Clock>` from `Clock`.
struct DependencyResolver {
  /// Changed by this type alone, like the other variables without `private`: its extensions stand in files of their own.
  var declarations: [Declaration]
  var positions: KeyTable
  private(set) var edges = Edges()
  private(set) var duplicates: [Int] = []
  private(set) var looseDecorators: [Int] = []
  private(set) var contributions: [Contributions]
  /// Of these declarations and those of the enclosing graph.
  private(set) var features: PlanFeatures
  /// Whether somebody needs what nobody provides.
  private(set) var hasMissing = false
  var offers: CandidateIndex
  /// Keys for which several definitions or components would do.
  var ambiguities: [Ambiguity] = []
  /// Values that refer to each other.
  var valueCycles: [[String]] = []
  /// What was given and cannot be read.
  var badValues: [BadValue] = []
  /// Keys of lazy ones that have no stand-in, with the positions of the objects.
  var withoutProxy: [(key: AnyKey, position: Int)] = []
  /// By the position of a definition or component its stand-ins, one for each protocol that was asked for.
  var proxies: [Int: [Int]]
  let inheritedCount: Int
  /// Whether there can be offers at all.
  private let hasContext: Bool
  private let collections: [AnyKey]
  /// By position the dependencies that are known without looking: for a stand-in and a list all, for a decorator the one
  /// that has its own key. It ends behind the last such position. No dictionary, since the first use of each kind of
  /// those costs a program's start more than the places that stay empty here.
  private var fixed: [[Int]?] = []
  private var requirements: [RequiredKey]
  /// Keys of what a test replaces, whatever definitions stand for them.
  private let overridden: [AnyKey]
  /// The number of declarations before the first one that was derived for a dependency.
  private var countBeforeDerived = 0

  init(_ installer: ModuleInstaller, parent: Blueprint?) {
    declarations = installer.declarations
    // Graphs know themselves: what they are made of can be injected like anything else.
    declarations.append(GraphDescription.declaration())
    inheritedCount = parent?.declarations.count ?? 0
    contributions = parent?.bindingGraph.contributions ?? []
    features = parent?.bindingGraph.features ?? []
    proxies = parent?.bindingGraph.proxies ?? [:]
    collections = installer.collections
    hasContext = !installer.context.isEmpty
    requirements = installer.requirements + installer.roots
    offers = CandidateIndex(installer.context, sources: installer.sources)
    if let parent {
      for position in parent.offers {
        if let candidate = parent.declarations[position].candidate { offers.add(candidate, at: position) }
      }
    }
    positions = KeyTable(minimumCapacity: declarations.count)
    let values = Set(hasContext ? installer.context.values.map(\.name) : [])
    overridden = installer.overridden
    if let parent {
      edges = parent.edges
      // What was derived from others is derived anew, since others may provide it here.
      for position in parent.declarations.indices {
        let declaration = parent.declarations[position]
        // A value of this plan takes the place of one of that name.
        if let name = declaration.key.qualifier, values.contains(name) { continue }
        if parent.positions[declaration.key] == position, declaration.kind == .proxy || !declaration.isDerived {
          positions.update(declaration.key, to: position)
        }
      }
    }
  }

  mutating func run() {
    edges.reserveCapacity(declarations.count)
    var decorators: [Int] = []
    var lazy: [Int] = []
    for position in inheritedCount..<declarations.count {
      features.formUnion(PlanFeatures(of: declarations[position]))
      if hasContext, let candidate = declarations[position].candidate { offers.add(candidate, at: position) }
      switch declarations[position].role {
      case .binding:
        place(position)
        if !declarations[position].modifiers.isEmpty, declarations[position].proxy != nil { lazy.append(position) }
      case .contribution(let name): contribute(position, name)
      case .decorator: decorators.append(position)
      }
    }
    for position in lazy { standIn(for: position) }
    if !offers.positions.isEmpty { claim() }
    for position in decorators { decorate(with: position) }
    for index in contributions.indices { list(contributions[index]) }
    countBeforeDerived = declarations.count
    // Grows while it runs: what is derived has dependencies of its own.
    var position = inheritedCount
    while position < declarations.count {
      tie(position)
      position += 1
    }
    for requirement in requirements { _ = provide(requirement.dependency, requirement.site) }
    while position < declarations.count {
      tie(position)
      position += 1
    }
  }

  /// Of two bindings the first in the source stands for both; that there are two is reported.
  private mutating func place(_ position: Int) {
    let key = declarations[position].key
    guard let other = positions.update(key, to: position), other >= inheritedCount else { return }
    duplicates.append(position)
    if declarations[other].site.location <= declarations[position].site.location {
      positions.update(key, to: other)
    }
  }

  private mutating func contribute(_ position: Int, _ name: String?) {
    let key = declarations[position].key
    if let index = contributions.firstIndex(where: { $0.key == key }) {
      contributions[index].members.append((name, position))
    } else {
      contributions.append(Contributions(key: key, members: [(name, position)]))
    }
  }

  private mutating func standIn(for position: Int) {
    let target = declarations[position]
    guard positions[target.key] == position, let proxy = target.proxy else { return }
    add(self.proxy(proxy, of: position, key: target.key, witness: target.witness), targets: [position])
  }

  /// The declaration of a stand-in.
  mutating func proxy(
    _ proxy: ProxyDescription, of position: Int, key: AnyKey,
    witness: @escaping @Sendable () -> any AnyTypeWitness.Type
  ) -> Declaration {
    let target = declarations[position]
    let declaration = Declaration(
      witness: witness, key: key, kind: .proxy, site: target.site, dependencies: [], link: proxy.link)
    declaration.scope = target.scope
    declaration.module = target.module
    declaration.failure = proxy.failure
    declaration.isolation = proxy.isMainActor ? Isolation.main : Isolation.any
    // An object that is not shared lives as long as its stand-in, which makes it once.
    if !target.scope.outlivesResolution { declarations[position].scope = .transient }
    return declaration
  }

  /// Gives definitions the keys that they say they stand for, and makes what decorators stand around.
  private mutating func claim() {
    var claimed: [AnyKey: Int] = [:]
    for position in offers.positions where position >= inheritedCount {
      guard let candidate = declarations[position].candidate else { continue }
      for claim in candidate.boundInterfaces where !overridden.contains(claim.key) {
        if let other = claimed.updateValue(position, forKey: claim.key) {
          ambiguities.append(Ambiguity(key: claim.key, candidates: [other, position]))
        } else {
          _ = view(position, as: claim)
        }
      }
      if candidate.isLazy { standIn(forOfferAt: position, candidate) }
    }
    for position in inheritedCount..<declarations.count {
      guard case .decorator = declarations[position].role, positions[declarations[position].key] == nil,
        let inner = declarations[position].dependencies.first(where: { $0.key == declarations[position].key })
      else { continue }
      _ = offered(inner, declarations[position].site)
    }
  }

  private mutating func decorate(with position: Int) {
    let decorator = declarations[position]
    guard let inner = positions[decorator.key], decorator.dependencies.contains(where: { $0.key == decorator.key })
    else { return looseDecorators.append(position) }
    if !decorator.hasChosenScope {
      let scope = declarations[inner].kind == .value ? .transient : declarations[inner].scope
      declarations[position].scope = scope
    }
    fix([inner], of: position)
    positions.update(decorator.key, to: position)
  }

  /// Derives the lists of what was contributed, so that they can also be looked up.
  private mutating func list(_ contributions: Contributions) {
    guard let first = contributions.members.first else { return }
    var contributions = contributions
    if offers.isInUse {
      let element = Dependency(key: contributions.key, witness: declarations[first.position].witness)
      contributions.members += members(of: element)
    }
    let witness = declarations[first.position].witness()
    for declaration in witness.collections(of: contributions, site: declarations[first.position].site) {
      guard positions[declaration.declaration.key] == nil else { continue }
      add(declaration.declaration, targets: declaration.targets)
    }
  }

  private mutating func add(_ declaration: Declaration, targets: [Int]? = nil) {
    positions.update(declaration.key, to: declarations.count)
    append(declaration, targets: targets)
  }

  /// Adds a declaration that is not found by its key, or not yet.
  mutating func append(_ declaration: Declaration, targets: [Int]?) {
    features.formUnion(PlanFeatures(of: declaration))
    if let targets { fix(targets, of: declarations.count) }
    declarations.append(declaration)
  }

  private mutating func fix(_ targets: [Int], of position: Int) {
    while fixed.count <= position { fixed.append(nil) }
    fixed[position] = targets
  }

  private func knownTargets(of position: Int) -> [Int]? {
    position < fixed.count ? fixed[position] : nil
  }

  private mutating func tie(_ position: Int) {
    let known = knownTargets(of: position)
    let declaration = declarations[position]
    if let known, declaration.role.isBinding {
      for target in known { edges.add(target) }
    } else {
      for dependency in declaration.dependencies {
        if let known, dependency.key == declaration.key {
          edges.add(known[0])
        } else {
          edges.add(provide(dependency, for: declaration))
        }
      }
    }
    edges.endPosition()
  }

  /// The position that provides a dependency of a declaration; -1 for none.
  private mutating func provide(_ dependency: Dependency, for consumer: Declaration) -> Int {
    var target = provide(dependency, consumer.site)
    // What a definition refers to must be there, even where there could be nothing.
    if dependency.definitionOrigin != nil, target >= 0, isNothing(target) {
      hasMissing = true
      target = Edges.missing
    }
    if offers.isInUse, target >= 0, !consumer.isDeferring, consumer.kind != .view,
      let candidate = declarations[target].candidate, candidate.isLazy
    {
      withoutProxy.append((dependency.key, target))
    }
    return target
  }

  /// The position that provides a dependency; -1 for none.
  mutating func provide(_ dependency: Dependency, _ site: CallSite) -> Int {
    if let position = positions[dependency.key] { return position }
    if offers.isInUse, let position = offered(dependency, site) { return position }
    guard let derived = derived(for: dependency, site) else {
      hasMissing = true
      return Edges.missing
    }
    add(derived)
    return declarations.count - 1
  }

  /// Whether a position is that of an optional for which nobody provides anything.
  private func isNothing(_ position: Int) -> Bool {
    let declaration = declarations[position]
    return declaration.kind == .collection && declaration.dependencies.isEmpty && knownTargets(of: position) == nil
      && declaration.witness().wrapped != nil
  }

  /// The declaration of what nobody binds but others lead to.
  private func derived(for dependency: Dependency, _ site: CallSite) -> Declaration? {
    dependency.witness().derivation?.declaration(
      DerivationContext(
        qualifier: dependency.key.qualifier, site: site, isProvided: { isProvided($0, site) },
        mayBeEmpty: collections.contains))
      ?? closure(for: dependency.key, site)
  }

  /// Whether a dependency is bound, or leads to what is. Ends, since each derived type is part of the one before.
  private func isProvided(_ dependency: Dependency, _ site: CallSite) -> Bool {
    if positions[dependency.key] != nil { return true }
    if offers.isInUse, isOffered(dependency) { return true }
    return derived(for: dependency, site)?.dependencies.allSatisfy { isProvided($0, site) } ?? false
  }

  /// A closure that returns what some binding provides.
  ///
  /// The language cannot tell what type a function returns from the function's own, so each binding is asked whether it
  /// knows the function as one that returns its type. That is done for types that nobody binds only. What was derived for
  /// another dependency is not asked, since the order of declaration would then decide what is found.
  private func closure(for key: AnyKey, _ site: CallSite) -> Declaration? {
    for position in 0..<countBeforeDerived where declarations[position].isBinding {
      let candidate = declarations[position].key
      guard candidate.qualifier == key.qualifier else { continue }
      if let declaration = declarations[position].witness().closure(key, site: site) { return declaration }
    }
    // What definitions and components can be had as is known before anybody asks for it.
    for position in offers.positions {
      guard let candidate = declarations[position].candidate, candidate.answers(to: key.qualifier) else { continue }
      for witness in [declarations[position].witness] + candidate.views.map(\.dependency.witness) {
        if let declaration = witness().closure(key, site: site) { return declaration }
      }
    }
    return nil
  }
}

extension Declaration.Role {
  fileprivate var isBinding: Bool { if case .binding = self { true } else { false } }
}
