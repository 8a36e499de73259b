import Wiring
import WiringDefinitions

extension ContextTranslator {
  /// Translates the objects of a file: a map by name, or a list.
  mutating func objects(_ node: ContextNode) {
    if let entries = node.entries {
      // An object with a repeated name is translated only for its other problems.
      var remaining = distinct(entries).makeIterator()
      var next = remaining.next()
      for entry in entries {
        let definition = definition(entry.value, named: entry)
        guard entry.position == next?.position else { continue }
        next = remaining.next()
        if let definition { definitions.append(definition) }
      }
    } else if let elements = node.elements {
      for element in elements {
        if let definition = definition(element, ContextKeys.Object.allCases, at: element.position) {
          definitions.append(definition)
        }
      }
    } else {
      reject(node, as: "'objects'", expected: "a map or a list")
    }
  }

  private mutating func definition(_ node: ContextNode, named entry: ContextNode.Entry) -> Definition? {
    var definition = definition(node, ContextKeys.Object.ofNamed, at: entry.position)
    definition?.name = entry.name
    guard !entry.name.isEmpty else {
      problems.append(.missingPart("an object", "name", at: source.location(entry.position)))
      return nil
    }
    return definition
  }

  private mutating func definition(
    _ node: ContextNode, _ allowed: [ContextKeys.Object], at position: Position
  ) -> Definition? {
    let subject = allowed.contains(.interfaces) ? "an object" : "an object within a value"
    let entries = keys(of: node, ContextKeys.Object.self, allowed: allowed, subject)
    guard case .map = node.content else { return nil }
    var className: String?
    if let entry = entries.first(where: { $0.0 == .className })?.1 {
      className = name(entry, entry.name)
    } else {
      problems.append(.missingPart(subject, "'class'", at: source.location(position)))
    }
    // Without a class the definition is unusable, but its other problems are reported too.
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
      problems.append(.conflict(scopes.map { ($0.name, source.location($0.position)) }, in: subject))
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
          "a file cannot name the scope '\(name)'", name: name, allowed: ContextKeys.ScopeName.allCases.map(\.rawValue),
          at: source.location(entry.value.position)))
      return nil
    }
  }
}

// MARK: Values

extension ContextTranslator {
  /// Translates a map of values by name.
  mutating func members(_ node: ContextNode, _ subject: String) -> [DefinitionValue.Member] {
    guard let entries = node.entries else {
      reject(node, as: subject, expected: "a map")
      return []
    }
    return members(entries)
  }

  private mutating func members(_ entries: [ContextNode.Entry], isLiteral: Bool = false) -> [DefinitionValue.Member] {
    distinct(entries).map { entry in
      let value = valueOrReported(entry.value, isLiteral: isLiteral)
      return DefinitionValue.Member(entry.name, value, at: source.location(entry.position))
    }
  }

  /// Translates a value; `nil` when it has a problem. In a literal value, no name has a special meaning.
  private mutating func value(_ node: ContextNode, isLiteral: Bool) -> DefinitionValue? {
    let location = source.location(node.position)
    if !isLiteral, case .map(let entries) = node.content {
      if entries.has(ContextKeys.Reference.name) { return reference(node, entries) }
      if entries.has(ContextKeys.Object.className) {
        return definition(node, ContextKeys.Object.ofNested, at: node.position).map {
          DefinitionValue(.definition($0), at: location)
        }
      }
      if entries.count == 1, entries.has(ContextKeys.Literal.value) { return value(entries[0].value, isLiteral: true) }
    }
    switch node.content {
    case .map(let entries), .members(let entries):
      return DefinitionValue(.map(members(entries, isLiteral: isLiteral)), at: location)
    case .list(let elements):
      return DefinitionValue(.list(elements.map { valueOrReported($0, isLiteral: isLiteral) }), at: location)
    case .null: return DefinitionValue(.null, at: location)
    case .boolean(let value): return DefinitionValue(.boolean(value), at: location)
    case .integer(let value): return DefinitionValue(.integer(value), at: location)
    case .number(let value): return DefinitionValue(.number(value), at: location)
    case .text(let text):
      return placeholders.fill(text, at: node.position, in: source, reportingTo: &problems).map {
        DefinitionValue(.text($0.text), at: location, notation: $0.isFilled ? text : nil)
      }
    }
  }

  /// Translates a value. One with a problem is marked as reported, so that it does not count as missing too.
  private mutating func valueOrReported(_ node: ContextNode, isLiteral: Bool) -> DefinitionValue {
    value(node, isLiteral: isLiteral) ?? DefinitionValue(reportedAt: source.location(node.position))
  }

  private mutating func reference(_ node: ContextNode, _ entries: [ContextNode.Entry]) -> DefinitionValue? {
    let others = [ContextKeys.Object.className.rawValue, ContextKeys.Literal.value.rawValue]
    guard !entries.contains(where: { others.contains($0.name) }) else {
      let forms = entries.filter { others.contains($0.name) || $0.name == ContextKeys.Reference.name.rawValue }
      problems.append(.conflict(forms.map { ($0.name, source.location($0.position)) }, in: "a value"))
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
