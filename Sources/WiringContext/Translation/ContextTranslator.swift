import Wiring

/// Turns the nodes of one file into definitions.
struct ContextTranslator {
  let source: SourceText
  let placeholders: Placeholders
  var problems: [Problem] = []
  var imports: [ContextImport] = []
  var scans: [Scan] = []
  var definitions: [Definition] = []
  var values: [DefinitionValue.Member] = []
  var profile: Profile?
  var profileLocation: SourceLocation?

  init(_ source: SourceText, _ placeholders: Placeholders) {
    self.source = source
    self.placeholders = placeholders
  }

  /// Reads the outermost node.
  mutating func context(_ node: ContextNode) {
    // A file in which everything is commented out is a context without definitions.
    if case .null = node.content { return }
    for (key, entry) in keys(of: node, ContextKeys.Context.self, "a context") {
      switch key {
      case .schema: break
      case .profile:
        profile = name(entry, "profile").map { Profile($0) }
        profileLocation = source.location(entry.value.position)
      case .imports: for element in elements(entry.value) { imports += importing(element) }
      case .scan: for element in elements(entry.value) { scans += scan(element) }
      case .values: values += members(entry.value, "the values")
      case .objects: objects(entry.value)
      }
    }
  }

  // MARK: Imports and scans

  private mutating func importing(_ node: ContextNode) -> [ContextImport] {
    switch node.content {
    case .text: return file(node).map { [$0] } ?? []
    case .map: break
    case .null, .boolean, .integer, .number, .list, .members:
      problems.append(
        .unexpectedForm("an import", "a file's name or a map", node.displayText, at: source.location(node.position)))
      return []
    }
    var (file, profiles, isOptional): (ContextImport?, [String], Bool) = (nil, [], false)
    let found = problems.count
    for (key, entry) in keys(of: node, ContextKeys.Import.self, "an import") {
      switch key {
      case .file: file = self.file(entry.value)
      case .profile: profiles = names(entry.value, "profile").map(\.name)
      case .optional: isOptional = flag(entry.value, "optional") ?? false
      }
    }
    guard var file else {
      if problems.count == found {
        problems.append(.missingPart("an import", "'file'", at: source.location(node.position)))
      }
      return []
    }
    file.profiles = profiles
    file.isOptional = isOptional
    return [file]
  }

  private mutating func file(_ node: ContextNode) -> ContextImport? {
    guard case .text(let text) = node.content, !text.isEmpty else {
      problems.append(.unexpectedForm("'file'", "a file's name", node.displayText, at: source.location(node.position)))
      return nil
    }
    return placeholders.fill(text, at: node.position, in: source, &problems).map {
      ContextImport(path: $0.text, notation: $0.isFilled ? text : $0.text, location: source.location(node.position))
    }
  }

  private mutating func scan(_ node: ContextNode) -> [Scan] {
    var lists: [ContextKeys.Scan: [String]] = [:]
    var isEager = false
    for (key, entry) in keys(of: node, ContextKeys.Scan.self, "a scan") {
      switch key {
      case .prefixes, .types, .except, .ignore:
        lists[key] = names(entry.value, key.rawValue, mayBeEmpty: key == .prefixes).map(\.name)
      case .eager: isEager = flag(entry.value, key.rawValue) ?? false
      }
    }
    guard case .map = node.content else { return [] }
    return [
      Scan(
        prefixes: lists[.prefixes] ?? [], types: lists[.types] ?? [], exceptions: lists[.except] ?? [],
        ignoredInterfaces: lists[.ignore] ?? [], isEager: isEager, at: source.location(node.position))
    ]
  }

  // MARK: Forms

  /// What a map says, by the names of a vocabulary; what it does not know is a problem.
  mutating func keys<Key: ContextKey>(
    of node: ContextNode, _: Key.Type, allowed: [Key] = Array(Key.allCases), _ subject: String
  ) -> [(Key, ContextNode.Entry)] {
    guard case .map(let entries) = node.content else {
      problems.append(.unexpectedForm(subject, "a map", node.displayText, at: source.location(node.position)))
      return []
    }
    return distinct(entries).compactMap { entry in
      if let key = Key(rawValue: entry.name), allowed.contains(key) { return (key, entry) }
      problems.append(
        .unknownName(
          "\(subject) has no '\(entry.name)'", name: entry.name, allowed: allowed.map(\.rawValue),
          at: source.location(entry.position)))
      return nil
    }
  }

  /// The entries of a map, each name once.
  mutating func distinct(_ entries: [ContextNode.Entry]) -> [ContextNode.Entry] {
    if Self.isDistinct(entries) { return entries }
    var places: [String: [Position]] = [:]
    var kept: [ContextNode.Entry] = []
    for entry in entries {
      if places[entry.name] == nil { kept.append(entry) }
      places[entry.name, default: []].append(entry.position)
    }
    for entry in kept {
      guard let positions = places[entry.name], positions.count > 1 else { continue }
      problems.append(.duplicateName(entry.name, at: positions.map(source.location)))
    }
    return kept
  }

  private static func isDistinct(_ entries: [ContextNode.Entry]) -> Bool {
    // To compare all with all is quicker than a set for as many as most maps have.
    guard entries.count > 8 else {
      return entries.indices.allSatisfy { index in
        !entries[..<index].contains { $0.name == entries[index].name }
      }
    }
    var names: Set<String> = []
    names.reserveCapacity(entries.count)
    return entries.allSatisfy { names.insert($0.name).inserted }
  }

  /// The elements of a list; of what is no list, itself.
  private func elements(_ node: ContextNode) -> [ContextNode] {
    if case .list(let elements) = node.content { elements } else { [node] }
  }

  /// True or false, which may be written as text, as it must be in XML.
  mutating func flag(_ node: ContextNode, _ key: String) -> Bool? {
    switch node.content {
    case .boolean(let value): return value
    case .text("true"): return true
    case .text("false"): return false
    case .null, .integer, .number, .text, .list, .map, .members:
      problems.append(.unexpectedForm("'\(key)'", "true or false", node.displayText, at: source.location(node.position)))
      return nil
    }
  }

  /// A name.
  mutating func name(_ entry: ContextNode.Entry, _ key: String) -> String? {
    if case .text(let text) = entry.value.content, !text.isEmpty { return text }
    problems.append(.unexpectedForm("'\(key)'", "a name", entry.value.displayText, at: source.location(entry.value.position)))
    return nil
  }

  /// A name with its place.
  mutating func member(_ entry: ContextNode.Entry) -> DefinitionValue.Member? {
    name(entry, entry.name).map {
      let location = source.location(entry.value.position)
      return DefinitionValue.Member($0, DefinitionValue(.text($0), at: location), at: location)
    }
  }

  /// A name, or several in a list.
  mutating func names(_ node: ContextNode, _ key: String, mayBeEmpty: Bool = false) -> [DefinitionValue.Member] {
    elements(node).compactMap { element in
      let location = source.location(element.position)
      if case .text(let text) = element.content, mayBeEmpty || !text.isEmpty {
        return DefinitionValue.Member(text, DefinitionValue(.text(text), at: location), at: location)
      }
      problems.append(.unexpectedForm("'\(key)'", "a name or a list of names", element.displayText, at: location))
      return nil
    }
  }
}
