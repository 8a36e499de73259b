import Wiring

extension ContextTranslator {
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
        .unexpectedForm("'objects'", "a map or a list", node.displayText, at: source.location(node.position)))
    }
  }

  /// An object of a file.
  private mutating func definition(_ node: ContextNode, named entry: ContextNode.Entry?) -> Definition? {
    guard let entry else { return definition(node, ContextKeys.Object.allCases, at: node.position) }
    var definition = definition(node, ContextKeys.Object.ofNamed, at: entry.position)
    definition?.name = entry.name
    guard !entry.name.isEmpty else {
      problems.append(.missingPart("an object", "name", at: source.location(entry.position)))
      return nil
    }
    return definition
  }

  /// An object within a value.
  mutating func nested(_ node: ContextNode) -> Definition? {
    definition(node, ContextKeys.Object.ofNested, at: node.position)
  }

  private mutating func definition(_ node: ContextNode, _ allowed: [ContextKeys.Object], at position: Position)
    -> Definition?
  {
    let subject = allowed.contains(.interfaces) ? "an object" : "an object within a value"
    let entries = keys(of: node, ContextKeys.Object.self, allowed: allowed, subject)
    guard case .map = node.content else { return nil }
    var className: String?
    if let entry = entries.first(where: { $0.0 == .className })?.1 {
      className = name(entry, entry.name)
    } else {
      problems.append(.missingPart(subject, "'class'", at: source.location(position)))
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
    switch ContextKeys.ScopeName(rawValue: name) {
    case .singleton: return .singleton
    case .transient: return .transient
    case .graph: return .graph
    case .weak: return .weak
    case nil:
      problems.append(
        .unknownName(
          "a file can give no scope '\(name)'", name: name, allowed: ContextKeys.ScopeName.allCases.map(\.rawValue),
          at: source.location(entry.value.position)))
      return nil
    }
  }
}

extension ContextTranslator {
  /// Values by name.
  mutating func members(_ node: ContextNode, _ subject: String) -> [DefinitionValue.Member] {
    switch node.content {
    case .map(let entries), .members(let entries): return members(entries)
    case .null, .boolean, .integer, .number, .text, .list:
      problems.append(.unexpectedForm(subject, "a map", node.displayText, at: source.location(node.position)))
      return []
    }
  }

  private mutating func members(_ entries: [ContextNode.Entry], isLiteral: Bool = false) -> [DefinitionValue.Member] {
    var members: [DefinitionValue.Member] = []
    members.reserveCapacity(entries.count)
    for entry in distinct(entries) {
      let value = isLiteral ? literal(entry.value) : value(entry.value)
      members.append(
        DefinitionValue.Member(entry.name, value ?? reported(entry.value), at: source.location(entry.position)))
    }
    return members
  }

  /// A value; `nil` when there was a problem with it.
  private mutating func value(_ node: ContextNode) -> DefinitionValue? {
    let location = source.location(node.position)
    switch node.content {
    case .map(let entries):
      if entries.has(ContextKeys.Reference.name) { return reference(node, entries) }
      if entries.has(ContextKeys.Object.className) {
        return nested(node).map { DefinitionValue(.definition($0), at: location) }
      }
      if entries.count == 1, entries.has(ContextKeys.Literal.value) { return literal(entries[0].value) }
      return DefinitionValue(.map(members(entries)), at: location)
    case .members(let entries): return DefinitionValue(.map(members(entries)), at: location)
    case .list(let elements):
      var values: [DefinitionValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(value(element) ?? reported(element)) }
      return DefinitionValue(.list(values), at: location)
    case .null, .boolean, .integer, .number, .text: return scalar(node)
    }
  }

  /// What stands for a value of which something was told: that there is one, so that it is not missed as well.
  private func reported(_ node: ContextNode) -> DefinitionValue {
    DefinitionValue(reportedAt: source.location(node.position))
  }

  /// A value in which no name has a meaning.
  private mutating func literal(_ node: ContextNode) -> DefinitionValue? {
    let location = source.location(node.position)
    switch node.content {
    case .map(let entries), .members(let entries):
      return DefinitionValue(.map(members(entries, isLiteral: true)), at: location)
    case .list(let elements):
      var values: [DefinitionValue] = []
      for element in elements { values.append(literal(element) ?? reported(element)) }
      return DefinitionValue(.list(values), at: location)
    case .null, .boolean, .integer, .number, .text: return scalar(node)
    }
  }

  private mutating func scalar(_ node: ContextNode) -> DefinitionValue? {
    let location = source.location(node.position)
    switch node.content {
    case .null: return DefinitionValue(.null, at: location)
    case .boolean(let value): return DefinitionValue(.boolean(value), at: location)
    case .integer(let value): return DefinitionValue(.integer(value), at: location)
    case .number(let value): return DefinitionValue(.number(value), at: location)
    case .text(let text):
      return placeholders.fill(text, at: node.position, in: source, &problems).map {
        DefinitionValue(.text($0.text), at: location, notation: $0.isFilled ? text : nil)
      }
    case .list, .map, .members: return nil
    }
  }

  private mutating func reference(_ node: ContextNode, _ entries: [ContextNode.Entry]) -> DefinitionValue? {
    let others = [ContextKeys.Object.className.rawValue, ContextKeys.Literal.value.rawValue]
    guard !entries.contains(where: { others.contains($0.name) }) else {
      let forms = entries.filter { others.contains($0.name) || $0.name == ContextKeys.Reference.name.rawValue }
      problems.append(.both(forms.map { ($0.name, source.location($0.position)) }, of: "a value"))
      return nil
    }
    var (name, isLazy): (String?, Bool) = (nil, false)
    for (key, entry) in keys(of: node, ContextKeys.Reference.self, "a reference") {
      switch key {
      case .name: name = self.name(entry, entry.name)
      case .lazy: isLazy = flag(entry.value, entry.name) ?? false
      }
    }
    return name.map { DefinitionValue(.reference($0, isLazy: isLazy), at: source.location(node.position)) }
  }
}

extension [ContextNode.Entry] {
  fileprivate func has(_ key: some ContextKey) -> Bool {
    contains { $0.name == key.rawValue }
  }
}
