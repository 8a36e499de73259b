extension DependencyResolver {
  /// Resolves a dependency without a binding to a definition, a component or a named value.
  ///
  /// - Returns: The position that provides it; `nil` without a candidate.
  mutating func resolveCandidate(_ dependency: Dependency, at site: CallSite) -> Int? {
    let key = dependency.key
    if let qualifier = key.qualifier, let form = candidateIndex.form(of: qualifier) {
      // A handle refers to the value by the same qualifier.
      guard dependency.key.witness.derivation?.isHandle != true else { return nil }
      // An optional of an object does too; `nil` and plain values are read as the optional.
      if form.hasObjects, dependency.key.witness.wrapped != nil { return nil }
      return resolve(given: form, as: dependency, qualifier: qualifier, at: site)
    }
    if let position = candidate(for: key) { return view(position, as: dependency) }
    return resolveList(dependency, at: site)
  }

  /// Returns whether ``resolveCandidate(_:at:)`` would provide a dependency.
  func hasCandidate(_ dependency: Dependency) -> Bool {
    if let qualifier = dependency.key.qualifier, candidateIndex.form(of: qualifier) != nil { return true }
    if !candidates(for: dependency.key).isEmpty { return true }
    guard let list = dependency.key.witness.list else { return false }
    return !candidates(for: AnyKey(list.element.key.type, qualifier: dependency.key.qualifier)).isEmpty
  }

  /// Returns the list of all definitions and components of a type.
  private mutating func resolveList(_ dependency: Dependency, at site: CallSite) -> Int? {
    guard let list = dependency.key.witness.list else { return nil }
    let members = members(of: list.element.asking(for: dependency.key.qualifier)).filter {
      list.isOrdered || $0.name != nil
    }
    guard !members.isEmpty else { return nil }
    let names = members.compactMap(\.name)
    let declaration = list.declaration(of: dependency.key, qualifiers: [], names: names, site: site)
    return add(declaration, targets: members.map(\.position))
  }

  /// Returns the definitions and components of a type, each as that type.
  mutating func members(of element: Dependency) -> [(name: String?, position: Int)] {
    candidates(for: element.key).map { position in
      let candidate = graph.declarations[position].candidate
      return (candidate?.names.first, makeView(of: position, as: element, isLazy: candidate?.isLazy ?? false))
    }
  }

  /// Returns the definition or component that a key identifies.
  private mutating func candidate(for key: AnyKey) -> Int? {
    var candidates = self.candidates(for: key)
    if candidates.count > 1 {
      // This plan's candidates take precedence over those of the enclosing one.
      let own = candidates.filter { $0 >= graph.inheritedCount }
      if !own.isEmpty { candidates = own }
      // A definition takes precedence over a component of the same name.
      let defined = candidates.filter { graph.declarations[$0].candidate?.origin == .definition }
      if key.qualifier != nil, !defined.isEmpty { candidates = defined }
    }
    if candidates.count > 1 {
      let primary = candidates.filter { graph.declarations[$0].candidate?.isPrimary ?? false }
      if primary.count == 1 {
        candidates = primary
      } else {
        graph.findings.ambiguities.append(.init(key: key, candidates: candidates))
      }
    }
    return candidates.first
  }

  /// Returns the definitions and components of a key, by location.
  func candidates(for key: AnyKey) -> [Int] {
    var candidates = candidateIndex.answering(to: key.qualifier)
    if candidates.isEmpty { return [] }
    candidates.removeAll { position in
      guard let candidate = graph.declarations[position].candidate else { return true }
      return !candidate.provides(key.type, candidateIndex.conformances)
    }
    if candidates.count < 2 { return candidates }
    // Names are computed once: they cost more than the sort.
    return candidates.map { (position: $0, name: graph.declarations[$0].orderingName) }.sorted { $0.name < $1.name }
      .map(\.position)
  }

  // MARK: Views

  /// Adds the proxies of a lazy object, for lookups by name at run time.
  mutating func addProxies(of candidate: InjectionCandidate, at position: Int) {
    let key = graph.declarations[position].key
    let proxies = candidateIndex.proxies().filter { candidate.provides($0.interface, candidateIndex.conformances) }
    if proxies.isEmpty { graph.findings.withoutProxy.append((key, position)) }
    for proxy in proxies {
      let dependency = proxy.dependency
      _ = makeView(of: position, as: dependency.asking(for: candidate.names.first), isLazy: true)
      for qualifier in candidate.names + [key.qualifier].compactMap(\.self) + [nil] {
        let named = dependency.asking(for: qualifier)
        if graph.positions[named.key] == nil, candidates(for: named.key) == [position] { _ = view(position, as: named) }
      }
    }
  }

  /// Returns the position that provides an object as a type that it conforms to, and adds it if necessary.
  mutating func view(_ target: Int, as dependency: Dependency, isLazy: Bool? = nil) -> Int {
    let position = makeView(
      of: target, as: dependency, isLazy: isLazy ?? graph.declarations[target].candidate?.isLazy ?? false)
    graph.positions.update(dependency.key, to: position)
    return position
  }

  private mutating func makeView(of target: Int, as dependency: Dependency, isLazy: Bool) -> Int {
    let type = dependency.key.type
    if isLazy, let known = graph.proxies[target]?.first(where: { graph.declarations[$0].key.type == type }) {
      return known
    }
    var position = target
    if graph.declarations[target].key.type != type {
      position = append(viewDeclaration(of: target, as: dependency), targets: [target])
    }
    guard isLazy else { return position }
    guard let registration = candidateIndex.proxy(for: type) else {
      graph.findings.withoutProxy.append((dependency.key, target))
      return position
    }
    let scope = graph.declarations[target].scope
    let proxy = proxy(registration.proxy, of: position, key: dependency.key)
    // The proxy lives as long as the object, which all views share.
    proxy.scope = scope
    position = append(proxy, targets: [position])
    graph.proxies[target, default: []].append(position)
    return position
  }

  private func viewDeclaration(of target: Int, as dependency: Dependency) -> Declaration {
    let object = graph.declarations[target]
    let known = object.candidate?.views.first { $0.dependency.key.type == dependency.key.type }
    let declaration = Declaration(
      key: dependency.key, kind: .view, site: object.site, dependencies: [],
      link: known?.link ?? dependency.key.witness.casting(from: object.key.witness))
    declaration.module = object.module
    // The view of a singleton is a singleton, so that it is converted only once.
    if object.scope.kind == .singleton { declaration.scope = .singleton }
    return declaration
  }

  // MARK: Values

  /// Returns the position that provides the value with a qualifier.
  private mutating func resolve(
    given form: NamedValueForm, as dependency: Dependency, qualifier: String, at site: CallSite
  ) -> Int? {
    let site = candidateIndex.values?.location(of: qualifier).map { CallSite($0) } ?? site
    switch form {
    case .reference(let name, let isLazy):
      return resolve(reference: name, isLazy: isLazy, as: dependency, at: site)
    case .objects(let qualifiers, let names):
      return resolveObjects(qualifiers: qualifiers, names: names, as: dependency, value: qualifier, at: site)
    case .literal:
      return resolveLiteral(qualifier, as: dependency, at: site)
    }
  }

  private mutating func resolve(
    reference name: String, isLazy: Bool, as dependency: Dependency, at site: CallSite
  ) -> Int? {
    guard let (name, isLazy) = referenceTarget(name, isLazy: isLazy) else { return addUnusable(dependency, at: site) }
    let target = resolve(dependency.given(name, at: site.location), at: site)
    guard target != Edges.missing else { return nil }
    guard isLazy else {
      graph.positions.update(dependency.key, to: target)
      return target
    }
    // A lazy object already has a proxy.
    if graph.declarations[target].kind == .proxy { return target }
    return view(target, as: dependency, isLazy: true)
  }

  /// Follows a reference through values that are references themselves; `nil` for a cycle of them.
  private mutating func referenceTarget(_ name: String, isLazy: Bool) -> (name: String, isLazy: Bool)? {
    var (name, isLazy, path, seen) = (name, isLazy, [String](), Set<String>())
    while case .reference(let next, let isNextLazy)? = candidateIndex.form(of: name) {
      if !seen.insert(name).inserted {
        let cycle = Array(path[(path.firstIndex(of: name) ?? 0)...])
        if !graph.findings.valueCycles.contains(where: { Set($0) == Set(cycle) }) {
          graph.findings.valueCycles.append(cycle)
        }
        return nil
      }
      path.append(name)
      (name, isLazy) = (next, isLazy || isNextLazy)
    }
    return (name, isLazy)
  }

  /// Returns the position of a list of objects.
  private mutating func resolveObjects(
    qualifiers: [String], names: [String]?, as dependency: Dependency, value: String, at site: CallSite
  ) -> Int? {
    guard let list = dependency.key.witness.list, (names == nil) == list.isOrdered else {
      let expected =
        switch dependency.key.witness.list?.isOrdered {
        case nil: "a single object"
        case true?: "a list of objects"
        case false?: "a map of objects"
        }
      return addUnusable(
        dependency, because: candidateIndex.values?.failure(of: value, expected: expected), at: site)
    }
    return add(list.declaration(of: dependency.key, qualifiers: qualifiers, names: names ?? [], site: site))
  }

  private mutating func resolveLiteral(_ name: String, as dependency: Dependency, at site: CallSite) -> Int? {
    guard let values = candidateIndex.values else { return nil }
    do {
      return add(try values.declaration(of: dependency.key, reading: name, site: site))
    } catch {
      return addUnusable(dependency, because: error.isReported ? nil : error, at: site)
    }
  }

  /// Adds a declaration of an unusable value, which is reported as such, and not as missing as well.
  private mutating func addUnusable(
    _ dependency: Dependency, because failure: ValueFailure? = nil, at site: CallSite
  ) -> Int {
    if let failure {
      graph.findings.badValues.append(.init(key: dependency.key, failure: failure, location: site.location))
    }
    return add(
      Declaration(key: dependency.key, kind: .value, site: site, dependencies: []) {
        _, _ in
        preconditionFailure("a plan with a bad value is never linked")
      })
  }
}
