// Look-ups at the border of a program, of definitions and components that no dependency of the plan requests. They cost a
// search and a cast.

extension Container {
  /// The node of a definition, component or list for a key that is not in the plan.
  func offeredNode<Value>(for key: Key<Value>, on caller: Caller) throws(ResolutionError) -> Node<Value> {
    if let given: Node<Value> = try givenNode(for: key, on: caller) { return given }
    let conformances = Conformances()
    if let position = try chosen(candidates(for: key.erased, conformances), for: key.erased.description) {
      return try offeredNode(at: position, as: key.erased, on: caller)
    }
    if let list: Node<Value> = try listNode(for: key, conformances, on: caller) { return list }
    if let derived = derivedBlueprint(for: key) {
      return try Container(derived, parent: self, observer: nil).node(for: key, on: caller)
    }
    throw ResolutionError(.missing(key.erased))
  }

  /// The plan of a type that is derived from bindings, such as `Lazy<Clock>`, where no dependency of the plan requests it.
  ///
  /// An inner graph without modules, so that a look-up derives what a parameter would.
  private func derivedBlueprint<Value>(for key: Key<Value>) -> BindingGraph? {
    guard TypeWitness<Value>.derivation != nil || key.erased.isFunction else { return nil }
    return bindings.derived(Dependency(Value.self, qualifier: key.qualifier), in: scope)
  }

  /// Whether a key that is not in the plan can be looked up.
  func isOffered<Value>(_ key: Key<Value>) -> Bool {
    !candidates(for: key.erased, Conformances()).isEmpty || key.qualifier.map(isValueName) ?? false
      || derivedBlueprint(for: key) != nil
  }

  /// The node of the definition or component at a position, as a type.
  func offeredNode<Value>(
    at position: Int, as key: AnyKey, on caller: Caller
  ) throws(ResolutionError) -> Node<Value> {
    let position = providingPosition(of: position, as: Value.self)
    let node = view(try node(at: position, for: key, on: caller), of: position, as: Value.self)
    return node as? Node<Value> ?? casting(node, key)
  }

  /// The position that provides a definition or component as a type; for a lazy one, that of its proxy. `Any` selects the
  /// only proxy.
  private func providingPosition(of position: Int, as type: any Any.Type) -> Int {
    guard let candidate = bindings.declarations[position].candidate else { return position }
    // A binding of the plan under its name needs no cast, and may be decorated.
    for name in [bindings.declarations[position].key.qualifier].compactMap(\.self) + candidate.names {
      if let known = bindings.positions[AnyKey(type, qualifier: name)], resolvesTo(known, of: position, named: name) {
        return known
      }
    }
    guard candidate.isLazy, let proxies = bindings.proxies[position] else { return position }
    if type == Any.self, proxies.count == 1 { return proxies[0] }
    return proxies.first { bindings.declarations[$0].key.type == type } ?? position
  }

  /// Whether the binding of a name leads to the object of a position, rather than to another object that has the name.
  private func resolvesTo(_ known: Int, of position: Int, named name: String) -> Bool {
    var end = known
    while end != position, let inner = bindings.innerPosition(of: end) { end = inner }
    if end == position { return true }
    // The override of a test replaces the only object that has the name.
    guard bindings.declarations[end].candidate == nil else { return false }
    let others = bindings.candidates.filter { bindings.declarations[$0].candidate?.answers(to: name) ?? false }
    return others == [position]
  }

  /// The error for a key that cannot be replaced, since nothing in the plan depends on it.
  func replacementError(_ key: AnyKey) -> ResolutionError {
    let provider = (try? chosen(candidates(for: key, Conformances()), for: key.description)) ?? nil
    guard let provider else { return ResolutionError(.missing(key)) }
    return ResolutionError(.notPlanned(key, provider: bindings.declarations[provider].key))
  }

  /// The node at a position as a type, converted where its component declares the type.
  private func view(_ node: AnyNode, of position: Int, as type: any Any.Type) -> AnyNode {
    let declaration = bindings.declarations[position]
    guard declaration.key.type != type,
      let view = declaration.candidate?.views.first(where: { $0.dependency.key.type == type })
    else { return node }
    return view.node(node)
  }

  /// The positions of the definitions and components that provide a key, by name.
  func candidates(for key: AnyKey, _ conformances: Conformances) -> [Int] {
    bindings.candidates.filter { position in
      guard let candidate = bindings.declarations[position].candidate else { return false }
      return candidate.answers(to: key.qualifier) && candidate.provides(key.type, conformances)
    }.sorted { bindings.declarations[$0].orderingName < bindings.declarations[$1].orderingName }
  }

  /// The only candidate, or the only primary one; `nil` without candidates.
  func chosen(_ candidates: [Int], for name: String) throws(ResolutionError) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    let primary = candidates.filter { bindings.declarations[$0].candidate?.isPrimary ?? false }
    guard primary.count != 1 else { return primary[0] }
    let names = candidates.map { bindings.declarations[$0] }.map { $0.candidate?.names.first ?? $0.key.description }
    throw ResolutionError(.ambiguous(name, candidates: names))
  }

  private func listNode<Value>(
    for key: Key<Value>, _ conformances: Conformances, on caller: Caller
  ) throws(ResolutionError) -> Node<Value>? {
    guard let list = TypeWitness<Value>.list else { return nil }
    let element = AnyKey(list.element.key.type, qualifier: key.qualifier)
    var (nodes, names): ([AnyNode], [String]) = ([], [])
    for candidate in candidates(for: element, conformances) {
      let declaration = bindings.declarations[candidate]
      guard let name = declaration.candidate?.names.first ?? (list.isOrdered ? declaration.key.description : nil) else {
        continue
      }
      let position = providingPosition(of: candidate, as: element.type)
      nodes.append(view(try node(at: position, for: element, on: caller), of: position, as: element.type))
      names.append(name)
    }
    guard !nodes.isEmpty else { return nil }
    let (members, memberNames) = (nodes, names)
    let needsFrame = nodes.contains(where: \.needsFrame)
    let isConfined = nodes.contains(where: \.isConfined)
    return Node(needsFrame: needsFrame, isolation: .any, isConfined: isConfined, retained: nodes, cell: nil) { frame in
      let list = try list.list(of: members.map { try $0.resolveErased(in: frame) }, names: memberNames)
      return try ResolutionError.cast(list, as: Value.self, named: key.erased.description)
    } makeAsync: { frame in
      var objects: [Any] = []
      for member in members { objects.append(try await member.resolveErasedAsync(in: frame)) }
      let list = try list.list(of: objects, names: memberNames)
      return try ResolutionError.cast(list, as: Value.self, named: key.erased.description)
    }
  }

  /// A node whose object is that of another one, cast to a type.
  private func casting<Value>(_ node: AnyNode, _ key: AnyKey) -> Node<Value> {
    Node(
      needsFrame: node.needsFrame, isolation: node.isolation, isConfined: node.isConfined, retained: [node], cell: nil
    ) { frame in
      try ResolutionError.cast(try node.resolveErased(in: frame), as: Value.self, named: key.description)
    } makeAsync: { frame in
      try ResolutionError.cast(try await node.resolveErasedAsync(in: frame), as: Value.self, named: key.description)
    }
  }
}

extension BindingGraph {
  /// The position of what the decorators of a key wrap; the position itself where it is no decorator.
  func decoratedPosition(of position: Int) -> Int {
    var position = position
    while declarations[position].kind == .decorator, let inner = innerPosition(of: position) { position = inner }
    return position
  }

  /// The position of the object that a view, proxy or decorator leads to; `nil` for other bindings.
  func innerPosition(of position: Int) -> Int? {
    let declaration = declarations[position]
    let targets = edges.targets(of: position)
    let inner: Int?
    switch declaration.kind {
    case .view, .proxy: inner = targets.first
    case .decorator: inner = zip(declaration.dependencies, targets).first { $0.0.key == declaration.key }?.1
    case .factory, .value, .opaque, .collection, .handle, .context: inner = nil
    }
    return inner == Edges.missing ? nil : inner
  }
}

// MARK: - Values of definitions

extension Container {
  /// The node of a named value, or of the object that the value refers to; `nil` where no value has the name.
  func givenNode<Value>(for key: Key<Value>, on caller: Caller) throws(ResolutionError) -> Node<Value>? {
    guard let name = key.qualifier, let values, let (last, form) = followed(name, in: values) else { return nil }
    let target = Key<Value>(last)
    if last != name, let position = bindings.positions[target.erased] {
      return try node(at: position, for: key.erased, on: caller).of(Value.self)
    }
    guard let form else {
      guard last != name else { return nil }
      return try offeredNode(for: target, on: caller)
    }
    guard case .literal(let isGiven) = form else { return nil }
    if Value.self == Any.self, !isGiven {
      throw ResolutionError(.badValue(key.erased, "a value has no type before it is read; specify one"))
    }
    do {
      return Node(constant: try values.read(last, as: Value.self))
    } catch {
      throw ResolutionError(.badValue(key.erased, "expected \(error.expected), found \(error.found)"))
    }
  }

  private var values: (any NamedValues)? { bindings.installer.values }

  /// Whether a definition's value has a name.
  func isValueName(_ name: String) -> Bool { values?.form(of: name) != nil }

  /// The name and form of the value at the end of a chain of references; `nil` for an unknown name and for a cycle. The form
  /// is `nil` where the last name is that of an object.
  private func followed(_ name: String, in values: any NamedValues) -> (name: String, form: NamedValueForm?)? {
    guard var form = values.form(of: name) else { return nil }
    var names = [name]
    while case .reference(let next, isLazy: _) = form {
      // A cycle that the plan did not report, since nothing in it depends on the name.
      guard !names.contains(next) else { return nil }
      names.append(next)
      guard let value = values.form(of: next) else { return (next, nil) }
      form = value
    }
    return (names.last ?? name, form)
  }
}
