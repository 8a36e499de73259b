import Wiring

extension Translation {
  /// Values by name.
  mutating func members(_ node: ContextNode, _ subject: String) -> [DefinitionValue.Member] {
    switch node.content {
    case .map(let entries), .members(let entries): return members(entries)
    case .null, .boolean, .integer, .number, .text, .list:
      problems.append(.wrongForm(subject, "a map", node.shown, at: source.location(node.position)))
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
      if entries.has(Vocabulary.Reference.name) { return reference(node, entries) }
      if entries.has(Vocabulary.Object.className) {
        return nested(node).map { DefinitionValue(.definition($0), at: location) }
      }
      if entries.count == 1, entries.has(Vocabulary.Literal.value) { return literal(entries[0].value) }
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
    let others = [Vocabulary.Object.className.rawValue, Vocabulary.Literal.value.rawValue]
    guard !entries.contains(where: { others.contains($0.name) }) else {
      let forms = entries.filter { others.contains($0.name) || $0.name == Vocabulary.Reference.name.rawValue }
      problems.append(.both(forms.map { ($0.name, source.location($0.position)) }, of: "a value"))
      return nil
    }
    var (name, isLazy): (String?, Bool) = (nil, false)
    for (key, entry) in keys(of: node, Vocabulary.Reference.self, "a reference") {
      switch key {
      case .name: name = self.name(entry, entry.name)
      case .lazy: isLazy = flag(entry.value, entry.name) ?? false
      }
    }
    return name.map { DefinitionValue(.reference($0, isLazy: isLazy), at: source.location(node.position)) }
  }
}

extension [ContextNode.Entry] {
  fileprivate func has(_ key: some VocabularyKey) -> Bool {
    contains { $0.name == key.rawValue }
  }
}
