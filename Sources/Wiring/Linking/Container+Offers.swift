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
    let position = place(of: position, as: Value.self)
    let node = view(try node(at: position, for: key, on: isolation), of: position, as: Value.self)
    return node as? Node<Value> ?? casting(node, key)
  }

  /// The position that provides a definition or component as a type: of a lazy one that of its stand-in. Whoever does not
  /// care for the type gets the only stand-in.
  private func place(of position: Int, as type: any Any.Type) -> Int {
    guard let offer = blueprint.declarations[position].offer else { return position }
    // What the plan knows under its name needs no cast, and may be decorated.
    for name in [blueprint.declarations[position].key.qualifier].compactMap(\.self) + offer.names {
      if let known = blueprint.positions[AnyKey(type, qualifier: name)], isPlace(known, of: position, named: name) {
        return known
      }
    }
    guard offer.isLazy, let standIns = blueprint.analysis.standIns[position] else { return position }
    if type == Any.self, standIns.count == 1 { return standIns[0] }
    return standIns.first { blueprint.declarations[$0].key.type == type } ?? position
  }

  /// Whether what the plan knows under a name stands for the object of a position, rather than for another one that
  /// answers to the name.
  private func isPlace(_ known: Int, of position: Int, named name: String) -> Bool {
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
    guard blueprint.declarations[end].offer == nil else { return false }
    let others = blueprint.offers.filter { blueprint.declarations[$0].offer?.answers(to: name) ?? false }
    return others == [position]
  }

  /// Why a key that nothing in the plan asks for cannot be replaced.
  func unreplaceable(_ key: AnyKey) -> ResolutionError {
    let provider = (try? chosen(candidates(for: key, Conformances()), for: key.description)) ?? nil
    guard let provider else { return ResolutionError(.missing(key)) }
    return ResolutionError(.notPlanned(key, provider: blueprint.declarations[provider].key))
  }

  /// The node at a position as a type, where its component says how to have it as that.
  private func view(_ node: AnyNode, of position: Int, as type: any Any.Type) -> AnyNode {
    let declaration = blueprint.declarations[position]
    guard declaration.key.type != type,
      let view = declaration.offer?.views.first(where: { $0.dependency.key.type == type })
    else { return node }
    return view.node(node)
  }

  func isOffered(_ key: AnyKey) -> Bool {
    !candidates(for: key, Conformances()).isEmpty
      || key.qualifier.map { blueprint.analysis.installer.sources[$0] != nil } ?? false
  }

  /// The definitions and components that can be had as a key, by place.
  func candidates(for key: AnyKey, _ conformances: Conformances) -> [Int] {
    blueprint.offers.filter { position in
      guard let offer = blueprint.declarations[position].offer else { return false }
      return offer.answers(to: key.qualifier) && offer.provides(key.type, conformances)
    }.sorted { blueprint.declarations[$0].orderingName < blueprint.declarations[$1].orderingName }
  }

  /// The one of several that is meant: the only one, or the primary one.
  func chosen(_ candidates: [Int], for name: String) throws(ResolutionError) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    let primary = candidates.filter { blueprint.declarations[$0].offer?.isPrimary ?? false }
    guard primary.count != 1 else { return primary[0] }
    let names = candidates.map { blueprint.declarations[$0] }.map { $0.offer?.names.first ?? $0.key.description }
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
      guard let name = declaration.offer?.names.first ?? (list.isOrdered ? declaration.key.description : nil) else {
        continue
      }
      let place = place(of: position, as: element.type)
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
