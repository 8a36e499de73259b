extension Container {
  /// The node of a name, as a type.
  func node<Value>(
    named name: String, as type: Value.Type, on caller: Caller
  ) throws(ResolutionError) -> Node<Value> {
    _ = try Key(type)
    let conformances = Conformances()
    let found = positions(named: name, Value.self, conformances)
    let fitting = found.filter { provides(Value.self, at: $0, conformances) }
    guard let position = try chosen(preferred(fitting), for: name) else {
      if let given = try givenNode(for: Key<Value>(name), on: caller) { return given }
      if let other = found.first {
        throw ResolutionError(.otherType(name, bindings.declarations[other].key, wanted: AnyKey(Value.self)))
      }
      throw ResolutionError(.unknownName(name, near: nearNames(name)))
    }
    return try offeredNode(at: position, as: AnyKey(Value.self, qualifier: name), on: caller)
  }

  /// The nodes of everything that has a name, as a type.
  func nodes<Value>(
    named name: String, as type: Value.Type, on caller: Caller
  ) throws(ResolutionError) -> [Node<Value>] {
    _ = try Key(type)
    let conformances = Conformances()
    let found = positions(named: name, Value.self, conformances).filter { provides(Value.self, at: $0, conformances) }
    var nodes: [Node<Value>] = []
    for position in found {
      nodes.append(try offeredNode(at: position, as: AnyKey(Value.self, qualifier: name), on: caller))
    }
    if nodes.isEmpty, canReadValue(named: name, as: type),
      let given = try givenNode(for: Key<Value>(name), on: caller)
    {
      nodes.append(given)
    }
    return nodes
  }

  /// Whether something has a name and a type.
  func provides<Value>(named name: String, as type: Value.Type) -> Bool {
    let conformances = Conformances()
    return positions(named: name, type, conformances).contains { provides(type, at: $0, conformances) }
      || canReadValue(named: name, as: type)
  }

  /// Whether the value of a name can be read as a type.
  private func canReadValue<Value>(named name: String, as type: Value.Type) -> Bool {
    guard isValueName(name) else { return false }
    do throws(ResolutionError) {
      return try givenNode(for: Key<Value>(name), on: .awaitingOnMain) != nil
    } catch {
      return false
    }
  }

  /// The positions of a name: of the definition or component of that name; else of the bindings whose qualifier or type has
  /// it; else of the components that conform to a protocol of that name.
  private func positions(
    named name: String, _ wanted: any Any.Type, _ conformances: Conformances
  ) -> [Int] {
    let declarations = bindings.declarations
    let offered = bindings.candidates.filter { declarations[$0].candidate?.names.contains(name) ?? false }
    if !offered.isEmpty { return offered }
    let bound = declarations.indices.filter { position in
      let declaration = declarations[position]
      guard declaration.kind != .view, !(declaration.key.qualifier.map(GeneratedQualifier.isGenerated) ?? false),
        bindings.positions[declaration.key] == position
      else { return false }
      return declaration.key.qualifier == name || declaration.key.isNamed(name) || declaration.key.description == name
    }
    if !bound.isEmpty { return bound }
    return bindings.candidates.filter { position in
      guard let candidate = declarations[position].candidate, candidate.isUnqualified else { return false }
      if candidate.views.contains(where: { $0.dependency.key.isNamed(name) }) { return true }
      return interfaces(named: name, wanted).contains { candidate.provides($0, conformances) }
    }.sorted { declarations[$0].orderingName < declarations[$1].orderingName }
  }

  /// The types of a name that can be found at run time: the wanted one, and the protocols of the modules of components.
  private func interfaces(named name: String, _ wanted: any Any.Type) -> [any Any.Type] {
    if AnyKey(wanted).isNamed(name) { return [wanted] }
    let modules = Set(bindings.candidates.compactMap { bindings.declarations[$0].candidate?.component?.module })
    // The mangled name of a top-level protocol: the names of its module and itself, each after its length.
    return modules.sorted().compactMap { module in
      _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)_p")
    }
  }

  private func provides(_ type: any Any.Type, at position: Int, _ conformances: Conformances) -> Bool {
    if type == Any.self { return true }
    let declaration = bindings.declarations[position]
    return declaration.candidate?.provides(type, conformances) ?? conformances.isSubtype(declaration.key.type, of: type)
  }

  /// The positions without those of factories whose product has the same name.
  private func preferred(_ positions: [Int]) -> [Int] {
    let products = positions.filter { bindings.declarations[$0].candidate.map { $0.component == nil } ?? false }
    return products.isEmpty ? positions : products
  }

  private func nearNames(_ name: String) -> [String] {
    let names = bindings.declarations.flatMap { declaration in
      let keyNames = [declaration.key.qualifier, declaration.key.bareTypeName].compactMap(\.self)
      return (declaration.candidate?.names ?? []) + keyNames
    }
    return Spelling.near(name, in: Set(names).filter { !GeneratedQualifier.isGenerated($0) }.sorted())
  }
}
