extension DependencyResolver {
  /// A key for which several definitions or components would do.
  struct Ambiguity: Sendable {
    let key: AnyKey
    let candidates: [Int]
  }

  /// What was given to a parameter and cannot be read as its type.
  struct BadValue: Sendable {
    let key: AnyKey
    let failure: ValueFailure
    /// Where it was given, as far as that is known of what was written in code.
    let place: SourceLocation
  }

  /// What a definition or component, or a value with a name, provides for a dependency that nobody binds.
  ///
  /// - Returns: The position that provides it; `nil` when nothing does.
  mutating func offered(_ dependency: Dependency, _ site: CallSite) -> Int? {
    let key = dependency.key
    if let qualifier = key.qualifier, let source = offers.sources[qualifier] {
      // A handle leads to what is given, under the same name.
      guard dependency.witness().derivation?.isHandle != true else { return nil }
      // So does an optional to an object; nothing, or a value, is read as one.
      if source.hasObjects, dependency.witness().wrapped != nil { return nil }
      return given(source, as: dependency, qualifier, site)
    }
    if let position = candidate(for: key) { return view(position, as: dependency) }
    return listed(dependency, site)
  }

  /// Whether ``offered(_:_:)`` would provide a dependency.
  func isOffered(_ dependency: Dependency) -> Bool {
    if let qualifier = dependency.key.qualifier, offers.sources[qualifier] != nil { return true }
    if !candidates(for: dependency.key).isEmpty { return true }
    guard let list = dependency.witness().list else { return false }
    return !candidates(for: AnyKey(list.element.key.type, qualifier: dependency.key.qualifier)).isEmpty
  }

  /// The list of all definitions and components that can be had as a type.
  private mutating func listed(_ dependency: Dependency, _ site: CallSite) -> Int? {
    guard let list = dependency.witness().list else { return nil }
    let members = members(of: list.element.asking(for: dependency.key.qualifier)).filter {
      list.isOrdered || $0.name != nil
    }
    guard !members.isEmpty else { return nil }
    let names = members.compactMap(\.name)
    let declaration = list.declaration(of: dependency.key, qualifiers: [], names: names, site: site)
    append(declaration, targets: members.map(\.position))
    positions.update(dependency.key, to: declarations.count - 1)
    return declarations.count - 1
  }

  /// The definitions and components that can be had as a type, each as that type.
  mutating func members(of element: Dependency) -> [(name: String?, position: Int)] {
    candidates(for: element.key).map { position in
      let candidate = declarations[position].candidate
      return (candidate?.names.first, makeView(of: position, as: element, isLazy: candidate?.isLazy ?? false))
    }
  }

  /// The definition or component that is meant by a key.
  private mutating func candidate(for key: AnyKey) -> Int? {
    var candidates = self.candidates(for: key)
    if candidates.count > 1 {
      // What this plan says is nearer than what the one around it says.
      let own = candidates.filter { $0 >= inheritedCount }
      if !own.isEmpty { candidates = own }
      // Of one name a definition is nearer than a component.
      let defined = candidates.filter { declarations[$0].candidate?.origin == .definition }
      if key.qualifier != nil, !defined.isEmpty { candidates = defined }
    }
    if candidates.count > 1 {
      let primary = candidates.filter { declarations[$0].candidate?.isPrimary ?? false }
      if primary.count == 1 {
        candidates = primary
      } else {
        ambiguities.append(Ambiguity(key: key, candidates: candidates))
      }
    }
    return candidates.first
  }

  /// The definitions and components that can be had as a key, by place.
  func candidates(for key: AnyKey) -> [Int] {
    var candidates = offers.answering(to: key.qualifier)
    if candidates.isEmpty { return [] }
    candidates.removeAll { position in
      guard let candidate = declarations[position].candidate else { return true }
      return !candidate.provides(key.type, offers.conformances)
    }
    if candidates.count < 2 { return candidates }
    // The names cost more than sorting them does.
    return candidates.map { (position: $0, name: declarations[$0].orderingName) }.sorted { $0.name < $1.name }
      .map(\.position)
  }

  // MARK: Views

  /// Makes the stand-ins of a lazy object, for whoever asks for it by name when the graph is there.
  mutating func standIn(forOfferAt position: Int, _ candidate: InjectionCandidate) {
    let proxies = offers.proxies().filter { candidate.provides($0.interface, offers.conformances) }
    if proxies.isEmpty { withoutProxy.append((declarations[position].key, position)) }
    for standIn in proxies {
      let dependency = standIn.dependency
      _ = makeView(of: position, as: dependency.asking(for: candidate.names.first), isLazy: true)
      for qualifier in candidate.names + [declarations[position].key.qualifier].compactMap(\.self) {
        let named = dependency.asking(for: qualifier)
        if positions[named.key] == nil, candidates(for: named.key) == [position] { _ = view(position, as: named) }
      }
      if positions[dependency.key] == nil, candidates(for: dependency.key) == [position] {
        _ = view(position, as: dependency)
      }
    }
  }

  /// The position that provides an object as something that it conforms to, from now on for everybody.
  mutating func view(_ target: Int, as dependency: Dependency, isLazy: Bool? = nil) -> Int {
    let position = makeView(
      of: target, as: dependency, isLazy: isLazy ?? declarations[target].candidate?.isLazy ?? false)
    positions.update(dependency.key, to: position)
    return position
  }

  private mutating func makeView(of target: Int, as dependency: Dependency, isLazy: Bool) -> Int {
    if isLazy, let known = proxies[target]?.first(where: { declarations[$0].key.type == dependency.key.type }) {
      return known
    }
    var position = target
    if declarations[target].key.type != dependency.key.type {
      position = declarations.count
      append(viewDeclaration(of: target, as: dependency), targets: [target])
    }
    if isLazy {
      if let standIn = offers.standIn(for: dependency.key.type) {
        let inner = position
        let scope = declarations[target].scope
        position = declarations.count
        let proxy = proxy(standIn.proxy, of: inner, key: dependency.key, witness: dependency.witness)
        // It lives as long as the object, which is the same one behind every view of it.
        proxy.scope = scope
        append(proxy, targets: [inner])
        proxies[target, default: []].append(position)
      } else {
        withoutProxy.append((dependency.key, target))
      }
    }
    return position
  }

  private func viewDeclaration(of target: Int, as dependency: Dependency) -> Declaration {
    let object = declarations[target]
    let known = object.candidate?.views.first { $0.dependency.key.type == dependency.key.type }
    let declaration = Declaration(
      witness: dependency.witness, key: dependency.key, kind: .view, site: object.site, dependencies: [],
      link: known?.link ?? dependency.witness().casting(from: object.witness()))
    declaration.module = object.module
    // What is shared is shared as that, too: nobody goes through the view to the object, or casts it, a second time.
    if object.scope.kind == .singleton { declaration.scope = .singleton }
    return declaration
  }

  // MARK: Values

  /// The position that provides what was given under a name.
  private mutating func given(
    _ source: DefinitionValue, as dependency: Dependency, _ qualifier: String, _ site: CallSite
  ) -> Int? {
    let place = source.location.map { CallSite($0) } ?? site
    switch source.content {
    case .reference(let name, let isLazy):
      return referenced(name, isLazy, as: dependency, at: place)
    case .list(let values) where source.hasObjects:
      return objects(values.indices.map { "\(qualifier)[\($0)]" }, names: nil, as: dependency, source, place)
    case .map(let members) where source.hasObjects:
      let names = members.map(\.name)
      return objects(names.map { "\(qualifier)[\($0)]" }, names: names, as: dependency, source, place)
    case .null, .text, .boolean, .integer, .number, .list, .map, .given, .definition:
      return literal(source, as: dependency, place)
    }
  }

  private mutating func referenced(
    _ name: String, _ isLazy: Bool, as dependency: Dependency, at site: CallSite
  ) -> Int? {
    guard let (name, isLazy) = end(of: name, isLazy) else { return failed(dependency, site) }
    let wanted = dependency.given(name, at: site.location)
    let target = provide(wanted, site)
    guard target != Edges.missing else { return nil }
    guard isLazy else {
      positions.update(dependency.key, to: target)
      return target
    }
    // What is lazy by itself has its stand-in already.
    if declarations[target].kind == .proxy { return target }
    return view(target, as: dependency, isLazy: true)
  }

  /// What a reference leads to in the end, through values that are references themselves; `nil` for a circle of them.
  private mutating func end(of name: String, _ isLazy: Bool) -> (name: String, isLazy: Bool)? {
    var (name, isLazy, way, seen) = (name, isLazy, [String](), Set<String>())
    while case .reference(let next, let isNextLazy)? = offers.sources[name]?.content {
      if !seen.insert(name).inserted {
        let circle = Array(way[(way.firstIndex(of: name) ?? 0)...])
        if !valueCycles.contains(where: { Set($0) == Set(circle) }) { valueCycles.append(circle) }
        return nil
      }
      way.append(name)
      (name, isLazy) = (next, isLazy || isNextLazy)
    }
    return (name, isLazy)
  }

  /// The position of a list of objects.
  private mutating func objects(
    _ qualifiers: [String], names: [String]?, as dependency: Dependency, _ source: DefinitionValue, _ site: CallSite
  ) -> Int? {
    guard let list = dependency.witness().list, (names == nil) == list.isOrdered else {
      let expected =
        switch dependency.witness().list?.isOrdered {
        case nil: "a single object"
        case true?: "a list of objects"
        case false?: "a map of objects"
        }
      let failure = ValueFailure(expected, source, nil)
      badValues.append(BadValue(key: dependency.key, failure: failure, place: site.location))
      return failed(dependency, site)
    }
    let derived = list.declaration(of: dependency.key, qualifiers: qualifiers, names: names ?? [], site: site)
    append(derived, targets: nil)
    positions.update(dependency.key, to: declarations.count - 1)
    return declarations.count - 1
  }

  private mutating func literal(_ value: DefinitionValue, as dependency: Dependency, _ site: CallSite) -> Int? {
    do {
      let declaration = try dependency.witness().value(value, key: dependency.key, offers.reader, site)
      append(declaration, targets: nil)
      positions.update(dependency.key, to: declarations.count - 1)
      return declarations.count - 1
    } catch {
      if !value.hasReported { badValues.append(BadValue(key: dependency.key, failure: error, place: site.location)) }
      return failed(dependency, site)
    }
  }

  /// The position of something that was given and cannot be used: it is reported as that, and not as missing as well.
  private mutating func failed(_ dependency: Dependency, _ site: CallSite) -> Int {
    let declaration = Declaration(
      witness: dependency.witness, key: dependency.key, kind: .value, site: site, dependencies: []
    ) { _, _ in preconditionFailure("A plan with a bad value is never linked.") }
    append(declaration, targets: nil)
    positions.update(dependency.key, to: declarations.count - 1)
    return declarations.count - 1
  }
}
