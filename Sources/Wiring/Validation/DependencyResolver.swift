/// Resolves dependencies to the bindings that provide them, and derives declarations from others: the proxy of a lazy
/// binding, the layers of a decorated one, the list of contributions, `Lazy<Clock>` from `Clock`.
struct DependencyResolver {
  /// The bindings as far as they are resolved. Not private, like `candidateIndex`, since an extension of this type is in a
  /// separate file.
  var graph: ResolvedBindings
  var candidateIndex: CandidateIndex
  /// Whether there can be candidates.
  private let hasContext: Bool
  /// The dependencies that are known without a lookup, by position: all of a proxy or list, the decorated one of a
  /// decorator. It ends with the last such position. No dictionary, since the first use of each dictionary type costs a
  /// program's start more than the empty elements here.
  private var knownTargets: [[Int]?] = []
  /// The closures that return the objects of bindings; of no binding before they are collected.
  private var closures = ClosureIndex([])

  init(_ graph: consuming ResolvedBindings, parent: BindingGraph?) {
    let installer = graph.installer
    hasContext = !installer.context.isEmpty
    candidateIndex = CandidateIndex(installer.values)
    if let parent {
      graph.edges = parent.edges
      graph.inheritContributions(of: parent)
      graph.features = parent.features
      graph.proxies = parent.proxies
      for position in parent.candidates {
        if let candidate = parent.declarations[position].candidate { candidateIndex.add(candidate, at: position) }
      }
      let values = Set(hasContext ? installer.values?.declared.map(\.name) ?? [] : [])
      // Derived declarations are derived again, since other bindings may provide them here.
      for position in parent.declarations.indices {
        let declaration = parent.declarations[position]
        // A value of this plan shadows one with the same name.
        if let name = declaration.key.qualifier, values.contains(name) { continue }
        if parent.positions[declaration.key] == position, declaration.kind == .proxy || !declaration.isDerived {
          graph.positions.update(declaration.key, to: position)
        }
      }
    }
    self.graph = graph
  }

  /// Resolves all dependencies and returns the bindings.
  consuming func resolved() -> ResolvedBindings {
    graph.edges.reserveCapacity(graph.declarations.count)
    var decorators: [Int] = []
    var lazy: [Int] = []
    for position in graph.own {
      let declaration = graph.declarations[position]
      graph.features.formUnion(PlanFeatures(of: declaration))
      if hasContext, let candidate = declaration.candidate { candidateIndex.add(candidate, at: position) }
      switch declaration.role {
      case .binding:
        index(position)
        if !declaration.modifiers.isEmpty {
          if declaration.proxy != nil { lazy.append(position) }
          contributeToTags(position, named: nil)
        }
      case .contribution(let name):
        contribute(position, named: name)
        if !declaration.modifiers.isEmpty, declaration.proxy != nil { lazy.append(position) }
      case .decorator:
        declaration.takeNamedObject()
        decorators.append(position)
      }
    }
    for position in lazy { addProxy(of: position) }
    if !candidateIndex.positions.isEmpty { bindInterfaces() }
    for position in decorators { decorate(with: position) }
    for index in graph.contributions.indices { addCollections(of: graph.contributions[index]) }
    // Not those that are derived for dependencies, since the order of declaration would then affect the result.
    closures = ClosureIndex(graph.declarations)
    resolveDependencies(from: graph.inheritedCount)
    let next = graph.declarations.count
    for requirement in graph.installer.requirements + graph.installer.roots {
      _ = resolve(requirement.dependency, at: requirement.site)
    }
    resolveDependencies(from: next)
    graph.candidates = candidateIndex.positions
    return graph
  }

  /// Indexes a position by its key. Of two bindings of a key the first in the source is used, and the duplicate is
  /// reported.
  private mutating func index(_ position: Int) {
    let key = graph.declarations[position].key
    guard let other = graph.positions.update(key, to: position), other >= graph.inheritedCount else { return }
    graph.findings.duplicates.append(position)
    if graph.declarations[other].site.location <= graph.declarations[position].site.location {
      graph.positions.update(key, to: other)
    }
  }

  private mutating func contribute(_ position: Int, named name: String?) {
    contribute(position, named: name, to: graph.declarations[position].key)
    contributeToTags(position, named: name)
  }

  private mutating func contributeToTags(_ position: Int, named name: String?) {
    for case .tag(let key) in graph.declarations[position].modifiers { contribute(position, named: name, to: key) }
  }

  private mutating func contribute(_ position: Int, named name: String?, to key: AnyKey) {
    graph.contribute(position, named: name, to: key)
  }

  private mutating func addProxy(of position: Int) {
    let target = graph.declarations[position]
    guard let proxy = target.proxy else { return }
    let isBound = target.isBinding
    // Of two bindings of a key, one is reported.
    guard !isBound || graph.positions[target.key] == position else { return }
    let declaration = self.proxy(proxy, of: position, key: target.key)
    let added = isBound ? add(declaration, targets: [position]) : append(declaration, targets: [position])
    if !isBound || !target.tags.isEmpty { graph.replaceMember(position, by: added) }
  }

  /// Returns the declaration of a proxy.
  mutating func proxy(
    _ proxy: ProxyDescription, of position: Int, key: AnyKey
  ) -> Declaration {
    let target = graph.declarations[position]
    let declaration = Declaration(
      key: key, kind: .proxy, site: target.site, dependencies: [], link: proxy.link)
    declaration.role = target.role
    declaration.scope = target.scope
    declaration.module = target.module
    declaration.failure = proxy.failure
    declaration.isolation = proxy.isMainActor ? Isolation.main : Isolation.any
    declaration.staysWithConsumer = !proxy.isSendable
    // An object that is not shared lives as long as its proxy, which creates it once.
    if !target.scope.outlivesResolution { graph.declarations[position].scope = .transient }
    return declaration
  }

  /// Binds definitions to the interfaces that they name, and adds the candidates that decorators without a binding
  /// decorate.
  private mutating func bindInterfaces() {
    var bound: [AnyKey: Int] = [:]
    for position in candidateIndex.positions where position >= graph.inheritedCount {
      guard let candidate = graph.declarations[position].candidate else { continue }
      for interface in candidate.boundInterfaces where !graph.installer.overridden.contains(interface.key) {
        if let other = bound.updateValue(position, forKey: interface.key) {
          graph.findings.ambiguities.append(.init(key: interface.key, candidates: [other, position]))
        } else {
          _ = view(position, as: interface)
        }
      }
      if candidate.isLazy { addProxies(of: candidate, at: position) }
    }
    for position in graph.own {
      let declaration = graph.declarations[position]
      guard case .decorator = declaration.role, graph.positions[declaration.key] == nil,
        let inner = declaration.dependencies.first(where: { $0.key == declaration.key })
      else { continue }
      _ = resolveCandidate(inner, at: declaration.site)
    }
  }

  private mutating func decorate(with position: Int) {
    let decorator = graph.declarations[position]
    guard let inner = graph.positions[decorator.key],
      decorator.dependencies.contains(where: { $0.key == decorator.key })
    else { return graph.findings.looseDecorators.append(position) }
    if !decorator.hasChosenScope { decorator.scope = graph.declarations[inner].scope }
    setKnownTargets([inner], of: position)
    graph.positions.update(decorator.key, to: position)
  }

  /// Derives the lists of contributions, so that they can also be looked up.
  private mutating func addCollections(of contributions: Contributions) {
    guard let first = contributions.members.first.map({ graph.declarations[$0.position] }) else { return }
    var contributions = contributions
    if candidateIndex.isInUse {
      contributions.members += members(of: Dependency(contributions.key.type, qualifier: contributions.key.qualifier))
    }
    for collection in first.key.witness.collections(of: contributions, site: first.site)
    where graph.positions[collection.declaration.key] == nil {
      add(collection.declaration, targets: collection.targets)
    }
  }

  /// Adds a declaration and indexes it by its key; returns its position.
  @discardableResult
  mutating func add(_ declaration: Declaration, targets: [Int]? = nil) -> Int {
    graph.positions.update(declaration.key, to: graph.declarations.count)
    return append(declaration, targets: targets)
  }

  /// Adds a declaration without an index entry; returns its position.
  mutating func append(_ declaration: Declaration, targets: [Int]?) -> Int {
    graph.features.formUnion(PlanFeatures(of: declaration))
    if let targets { setKnownTargets(targets, of: graph.declarations.count) }
    graph.declarations.append(declaration)
    return graph.declarations.count - 1
  }

  private mutating func setKnownTargets(_ targets: [Int], of position: Int) {
    while knownTargets.count <= position { knownTargets.append(nil) }
    knownTargets[position] = targets
  }

  private func knownTargets(of position: Int) -> [Int]? {
    position < knownTargets.count ? knownTargets[position] : nil
  }

  /// Resolves the dependencies of a position and all later ones, including those of declarations that it derives.
  private mutating func resolveDependencies(from first: Int) {
    var position = first
    while position < graph.declarations.count {
      resolveDependencies(of: position)
      position += 1
    }
  }

  private mutating func resolveDependencies(of position: Int) {
    let known = knownTargets(of: position)
    let declaration = graph.declarations[position]
    if let known, declaration.kind != .decorator {
      for target in known { graph.edges.add(target) }
    } else {
      for dependency in declaration.dependencies {
        if let known, dependency.key == declaration.key {
          graph.edges.add(known[0])
        } else {
          graph.edges.add(resolve(dependency, for: declaration))
        }
      }
    }
    graph.edges.endPosition()
  }

  /// Returns the position that provides a dependency of a declaration; -1 without one.
  private mutating func resolve(_ dependency: Dependency, for consumer: Declaration) -> Int {
    var target = resolve(dependency, at: consumer.site)
    // A definition's reference must be provided, even where the parameter is optional.
    if dependency.definitionOrigin != nil, target >= 0, isNothing(target) {
      graph.findings.hasMissing = true
      target = Edges.missing
    }
    if candidateIndex.isInUse, target >= 0, !consumer.isDeferring, consumer.kind != .view,
      let candidate = graph.declarations[target].candidate, candidate.isLazy
    {
      graph.findings.withoutProxy.append((dependency.key, target))
    }
    return target
  }

  /// Returns the position that provides a dependency; -1 without one.
  mutating func resolve(_ dependency: Dependency, at site: CallSite) -> Int {
    if let position = graph.positions[dependency.key] { return position }
    if candidateIndex.isInUse, let position = resolveCandidate(dependency, at: site) { return position }
    let derivation = dependency.key.witness.derivation
    // A list is neither a handle nor an optional. To ask them whether they are lists would cost a search of the program's
    // conformances.
    if let derivation, !derivation.isHandle, derivation.wrapped == nil,
      let position = resolveHandles(dependency, at: site)
    {
      return position
    }
    guard let derived = derived(derivation, for: dependency, at: site) else {
      graph.findings.hasMissing = true
      return Edges.missing
    }
    return add(derived)
  }

  /// Returns whether a position is that of an optional without a binding.
  private func isNothing(_ position: Int) -> Bool {
    let declaration = graph.declarations[position]
    return declaration.kind == .collection && declaration.dependencies.isEmpty && knownTargets(of: position) == nil
      && declaration.key.witness.wrapped != nil
  }

  /// Derives the declaration of a dependency without a binding from other bindings.
  private func derived(
    _ derivation: (any DerivedValue.Type)?, for dependency: Dependency, at site: CallSite
  ) -> Declaration? {
    derivation?.declaration(context(of: dependency, at: site)) ?? closureDeclaration(for: dependency.key, at: site)
  }

  private func context(of dependency: Dependency, at site: CallSite) -> DerivationContext {
    DerivationContext(
      qualifier: dependency.key.qualifier, site: site, isProvided: { isProvided($0, at: site) },
      mayBeEmpty: graph.installer.collections.contains,
      scopePath: { key in
        graph.positions[key].map { graph.declarations[$0] }.flatMap { $0.kind == .context ? $0.scope.path : nil }
      })
  }

  /// A list of handles, as `[Lazy<any Plugin>]`: one for each contribution to `[any Plugin]`.
  private struct HandleList {
    let list: any ListedValue.Type
    let handle: any DerivedValue.Type
    let element: Dependency
    /// The object that a handle refers to.
    let target: Dependency
    var contributions: [(name: String?, position: Int)]
  }

  /// Returns the list of handles that a dependency is; `nil` for another type, and where neither a module contributes to it nor
  /// one allows it to be empty.
  private func handles(in dependency: Dependency, at site: CallSite) -> HandleList? {
    guard let list = dependency.key.witness.list else { return nil }
    let element = list.element.asking(for: dependency.key.qualifier)
    // The declaration of a handle names the object that it refers to.
    guard let handle = element.key.witness.derivation, handle.isHandle,
      let target = handle.declaration(context(of: element, at: site))?.dependencies.first
    else { return nil }
    var contributions = graph.contributions(to: target.key)?.members ?? []
    contributions.removeAll { !list.isOrdered && $0.name == nil }
    guard
      !contributions.isEmpty || graph.installer.collections.contains(target.key)
        || candidateIndex.isInUse && !candidates(for: target.key).isEmpty
    else { return nil }
    return HandleList(list: list, handle: handle, element: element, target: target, contributions: contributions)
  }

  /// Returns the position of a list of handles.
  private mutating func resolveHandles(_ dependency: Dependency, at site: CallSite) -> Int? {
    guard let handles = handles(in: dependency, at: site) else { return nil }
    var members = handles.contributions
    if candidateIndex.isInUse { members += self.members(of: handles.target) }
    members.removeAll { !handles.list.isOrdered && $0.name == nil }
    guard !members.isEmpty || graph.installer.collections.contains(handles.target.key) else { return nil }
    let positions = members.compactMap { member in
      handles.handle.declaration(context(of: handles.element, at: site)).map {
        append($0, targets: [member.position])
      }
    }
    return add(
      handles.list.declaration(of: dependency.key, qualifiers: [], names: members.compactMap(\.name), site: site),
      targets: positions)
  }

  /// Returns whether a dependency is bound, or derived from bindings. It terminates, since each derived type contains
  /// the next.
  private func isProvided(_ dependency: Dependency, at site: CallSite) -> Bool {
    if graph.positions[dependency.key] != nil { return true }
    if candidateIndex.isInUse, hasCandidate(dependency) { return true }
    if handles(in: dependency, at: site) != nil { return true }
    // Not by its declaration, which asks whether the wrapped one is provided, and so on for each level twice.
    if dependency.key.witness.wrapped != nil { return true }
    return derived(dependency.key.witness.derivation, for: dependency, at: site)?
      .dependencies.allSatisfy { isProvided($0, at: site) } ?? false
  }

  /// Returns the declaration of a closure that returns the object of a binding.
  private func closureDeclaration(for key: AnyKey, at site: CallSite) -> Declaration? {
    if let result = closures.result(of: key) { return result.closure(key, site: site) }
    guard candidateIndex.isInUse, key.isFunction else { return nil }
    // The types of definitions and components are known before any dependency is resolved.
    for position in candidateIndex.answering(to: key.qualifier) {
      guard let candidate = graph.declarations[position].candidate else { continue }
      for witness in [graph.declarations[position].key.witness] + candidate.views.map(\.dependency.key.witness) {
        if let declaration = witness.closure(key, site: site) { return declaration }
      }
    }
    return nil
  }
}

extension Declaration {
  /// Lets a decorator of a qualified key decorate the object of that key, if no modifier chose the keys of its parameters and one of
  /// them has the type.
  fileprivate func takeNamedObject() {
    guard let qualifier = key.qualifier, !dependencies.contains(where: { $0.key == key }) else { return }
    let candidates = dependencies.prefix(unchosenParameters).indices.filter { dependencies[$0].key == AnyKey(key.type) }
    guard candidates.count == 1 else { return }
    dependencies[candidates[0]] = dependencies[candidates[0]].asking(for: qualifier)
  }
}
