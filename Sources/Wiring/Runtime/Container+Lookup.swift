extension Container {
  /// The node of a definition or component that a key asks for and that no dependency of the plan asked for.
  ///
  /// It costs a search and a cast, so that it is for the border of a program.
  func offeredNode<Value>(for key: Key<Value>, on isolation: Isolation) throws(ResolutionError) -> Node<Value> {
    if let given: Node<Value> = try givenNode(for: key, on: isolation) { return given }
    let conformances = Conformances()
    if let position = try chosen(candidates(for: key.erased, conformances), for: key.erased.description) {
      return try offeredNode(at: position, as: key.erased, on: isolation)
    }
    if let list: Node<Value> = try listNode(for: key, conformances, on: isolation) { return list }
    throw ResolutionError(.missing(key.erased))
  }

  /// The node of the definition or component at a position, as a type.
  func offeredNode<Value>(
    at position: Int, as key: AnyKey, on isolation: Isolation
  ) throws(ResolutionError) -> Node<Value> {
    let position = providingPosition(of: position, as: Value.self)
    let node = view(try node(at: position, for: key, on: isolation), of: position, as: Value.self)
    return node as? Node<Value> ?? casting(node, key)
  }

  /// The position that provides a definition or component as a type: of a lazy one that of its stand-in. Whoever does not
  /// care for the type gets the only stand-in.
  private func providingPosition(of position: Int, as type: any Any.Type) -> Int {
    guard let candidate = blueprint.declarations[position].candidate else { return position }
    // What the plan knows under its name needs no cast, and may be decorated.
    for name in [blueprint.declarations[position].key.qualifier].compactMap(\.self) + candidate.names {
      if let known = blueprint.positions[AnyKey(type, qualifier: name)], resolvesTo(known, of: position, named: name) {
        return known
      }
    }
    guard candidate.isLazy, let proxies = blueprint.bindingGraph.proxies[position] else { return position }
    if type == Any.self, proxies.count == 1 { return proxies[0] }
    return proxies.first { blueprint.declarations[$0].key.type == type } ?? position
  }

  /// Whether what the plan knows under a name stands for the object of a position, rather than for another one that
  /// answers to the name.
  private func resolvesTo(_ known: Int, of position: Int, named name: String) -> Bool {
    var end = known
    while end != position {
      let declaration = blueprint.declarations[end]
      let targets = blueprint.edges.targets(of: end)
      let inner: Int?
      switch declaration.kind {
      case .view, .proxy: inner = targets.first
      case .decorator: inner = zip(declaration.dependencies, targets).first { $0.0.key == declaration.key }?.1
      case .factory, .value, .opaque, .collection, .handle, .context: inner = nil
      }
      guard let inner, inner >= 0 else { break }
      end = inner
    }
    if end == position { return true }
    // Something that a test put in the place of the only one that has the name.
    guard blueprint.declarations[end].candidate == nil else { return false }
    let others = blueprint.offers.filter { blueprint.declarations[$0].candidate?.answers(to: name) ?? false }
    return others == [position]
  }

  /// Why a key that nothing in the plan asks for cannot be replaced.
  func replacementError(_ key: AnyKey) -> ResolutionError {
    let provider = (try? chosen(candidates(for: key, Conformances()), for: key.description)) ?? nil
    guard let provider else { return ResolutionError(.missing(key)) }
    return ResolutionError(.notPlanned(key, provider: blueprint.declarations[provider].key))
  }

  /// The node at a position as a type, where its component says how to have it as that.
  private func view(_ node: AnyNode, of position: Int, as type: any Any.Type) -> AnyNode {
    let declaration = blueprint.declarations[position]
    guard declaration.key.type != type,
      let view = declaration.candidate?.views.first(where: { $0.dependency.key.type == type })
    else { return node }
    return view.node(node)
  }

  func isOffered(_ key: AnyKey) -> Bool {
    !candidates(for: key, Conformances()).isEmpty
      || key.qualifier.map { blueprint.bindingGraph.installer.sources[$0] != nil } ?? false
  }

  /// The definitions and components that can be had as a key, by place.
  func candidates(for key: AnyKey, _ conformances: Conformances) -> [Int] {
    blueprint.offers.filter { position in
      guard let candidate = blueprint.declarations[position].candidate else { return false }
      return candidate.answers(to: key.qualifier) && candidate.provides(key.type, conformances)
    }.sorted { blueprint.declarations[$0].orderingName < blueprint.declarations[$1].orderingName }
  }

  /// The one of several that is meant: the only one, or the primary one.
  func chosen(_ candidates: [Int], for name: String) throws(ResolutionError) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    let primary = candidates.filter { blueprint.declarations[$0].candidate?.isPrimary ?? false }
    guard primary.count != 1 else { return primary[0] }
    let names = candidates.map { blueprint.declarations[$0] }.map { $0.candidate?.names.first ?? $0.key.description }
    throw ResolutionError(.ambiguous(name, candidates: names))
  }

  private func listNode<Value>(
    for key: Key<Value>, _ conformances: Conformances, on isolation: Isolation
  ) throws(ResolutionError) -> Node<Value>? {
    guard let list = TypeWitness<Value>.list else { return nil }
    let element = AnyKey(list.element.key.type, qualifier: key.qualifier)
    var (nodes, names): ([AnyNode], [String]) = ([], [])
    for position in candidates(for: element, conformances) {
      let declaration = blueprint.declarations[position]
      guard let name = declaration.candidate?.names.first ?? (list.isOrdered ? declaration.key.description : nil) else {
        continue
      }
      let place = providingPosition(of: position, as: element.type)
      nodes.append(view(try node(at: place, for: element, on: isolation), of: place, as: element.type))
      names.append(name)
    }
    guard !nodes.isEmpty else { return nil }
    let members = nodes
    let memberNames = names
    return Node(needsFrame: false, isolation: .any, retained: nodes, cell: nil) { _ in
      let list = try list.list(of: members.map { try $0.resolveErased() }, names: memberNames)
      return try ResolutionError.cast(list, as: Value.self, named: key.erased.description)
    } makeAsync: { _ in
      var objects: [Any] = []
      for member in members { objects.append(try await member.resolveErasedAsync()) }
      let list = try list.list(of: objects, names: memberNames)
      return try ResolutionError.cast(list, as: Value.self, named: key.erased.description)
    }
  }

  /// A node whose object is that of another one, as something else.
  func casting<Value>(_ node: AnyNode, _ key: AnyKey) -> Node<Value> {
    Node(needsFrame: false, isolation: node.isolation, retained: [node], cell: nil) { _ in
      try ResolutionError.cast(try node.resolveErased(), as: Value.self, named: key.description)
    } makeAsync: { _ in
      try ResolutionError.cast(try await node.resolveErasedAsync(), as: Value.self, named: key.description)
    }
  }
}

extension Container {
  /// The node of what a value with a name stands for; `nil` where no value has the name.
  func givenNode<Value>(for key: Key<Value>, on isolation: Isolation) throws(ResolutionError) -> Node<Value>? {
    guard let name = key.qualifier, let (last, source) = followed(name) else { return nil }
    let wanted = Key<Value>(last)
    if last != name, let position = blueprint.positions[wanted.erased] {
      return try node(at: position, for: key.erased, on: isolation).of(Value.self)
    }
    guard let source else {
      guard last != name else { return nil }
      return try offeredNode(for: wanted, on: isolation)
    }
    if source.hasObjects { return nil }
    if Value.self == Any.self, !source.isGiven {
      throw ResolutionError(.badValue(key.erased, "it is a value, so say as what it is wanted"))
    }
    do {
      return Node(
        constant: try ValueReader(blueprint.bindingGraph.installer.context.conversions).read(source, as: Value.self))
    } catch {
      throw ResolutionError(.badValue(key.erased, "it is to be \(error.expected), and is \(error.found)"))
    }
  }

  /// Whether a value has a name.
  func isGiven(_ name: String) -> Bool { blueprint.bindingGraph.installer.sources[name] != nil }

  /// Where the references of values lead from a name: to another name, and to the value of that, if it is one.
  private func followed(_ name: String) -> (name: String, value: DefinitionValue?)? {
    let sources = blueprint.bindingGraph.installer.sources
    guard var source = sources[name] else { return nil }
    var names = [name]
    while case .reference(let next, isLazy: _) = source.content {
      // A circle that nothing in the plan asks for leads nowhere.
      guard !names.contains(next) else { return nil }
      names.append(next)
      guard let value = sources[next] else { return (next, nil) }
      source = value
    }
    return (names.last ?? name, source)
  }
}
