import Wiring

extension Translation {
  /// The objects of a file: a map by their names, or a list.
  mutating func objects(_ node: ContextNode) {
    switch node.content {
    case .map(let entries), .members(let entries):
      // One whose name was there before is read for what is wrong with it.
      var kept = distinct(entries).makeIterator()
      var next = kept.next()
      for entry in entries {
        let definition = definition(entry.value, named: entry)
        guard entry.position == next?.position else { continue }
        next = kept.next()
        if let definition { definitions.append(definition) }
      }
    case .list(let elements):
      for element in elements {
        if let definition = definition(element, named: nil) { definitions.append(definition) }
      }
    case .null, .boolean, .integer, .number, .text:
      problems.append(
        .wrongForm("'objects'", "a map or a list", node.shown, at: source.location(node.position)))
    }
  }

  /// An object of a file.
  private mutating func definition(_ node: ContextNode, named entry: ContextNode.Entry?) -> Definition? {
    guard let entry else { return definition(node, Vocabulary.Object.allCases, at: node.position) }
    var definition = definition(node, Vocabulary.Object.ofNamed, at: entry.position)
    definition?.name = entry.name
    guard !entry.name.isEmpty else {
      problems.append(.lacking("an object", "name", at: source.location(entry.position)))
      return nil
    }
    return definition
  }

  /// An object within a value.
  mutating func nested(_ node: ContextNode) -> Definition? {
    definition(node, Vocabulary.Object.ofNested, at: node.position)
  }

  private mutating func definition(_ node: ContextNode, _ allowed: [Vocabulary.Object], at position: Position)
    -> Definition?
  {
    let subject = allowed.contains(.interfaces) ? "an object" : "an object within a value"
    let entries = keys(of: node, Vocabulary.Object.self, allowed: allowed, subject)
    guard case .map = node.content else { return nil }
    var className: String?
    if let entry = entries.first(where: { $0.0 == .className })?.1 {
      className = name(entry, entry.name)
    } else {
      problems.append(.lacking(subject, "'class'", at: source.location(position)))
    }
    // Without a class there is no definition, but what else is wrong with it is told.
    var definition = Definition(nil, class: className ?? "", at: source.location(position))
    for (key, entry) in entries {
      switch key {
      case .className: break
      case .id: definition.name = name(entry, entry.name)
      case .lazy: definition.isLazy = flag(entry.value, entry.name)
      case .primary: definition.isPrimary = flag(entry.value, entry.name)
      case .eager: definition.isEager = flag(entry.value, entry.name)
      case .singleton: definition.scope = flag(entry.value, entry.name).map { $0 ? .singleton : .transient }
      case .scope: definition.scope = scope(entry)
      case .interfaces: definition.interfaces = names(entry.value, entry.name)
      case .factory: definition.factory = member(entry)
      case .profile: definition.profiles = names(entry.value, entry.name).map(\.name)
      case .initMethod: definition.initMethod = member(entry)
      case .startMethod: definition.startMethod = member(entry)
      case .destroyMethod: definition.stopMethod = member(entry)
      case .arguments: definition.arguments = members(entry.value, "'arguments'")
      case .properties: definition.properties = members(entry.value, "'properties'")
      }
    }
    let scopes = entries.filter { $0.0 == .singleton || $0.0 == .scope }.map(\.1)
    if scopes.count > 1 {
      problems.append(.both(scopes.map { ($0.name, source.location($0.position)) }, of: subject))
    }
    return definition
  }

  private mutating func scope(_ entry: ContextNode.Entry) -> Scope? {
    guard let name = name(entry, entry.name) else { return nil }
    switch Vocabulary.ScopeName(rawValue: name) {
    case .singleton: return .singleton
    case .transient: return .transient
    case .graph: return .graph
    case .weak: return .weak
    case nil:
      problems.append(
        .unknownName(
          "a file can give no scope '\(name)'", name: name, allowed: Vocabulary.ScopeName.allCases.map(\.rawValue),
          at: source.location(entry.value.position)))
      return nil
    }
  }
}
