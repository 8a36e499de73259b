import Wiring
import WiringDefinitions

/// Translates the nodes of one file into definitions.
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

  /// Translates the outermost node.
  mutating func context(_ node: ContextNode) {
    // A file with nothing but comments is a context without definitions.
    if case .null = node.content { return }
    for (key, entry) in keys(of: node, ContextKeys.Context.self, "a context") {
      switch key {
      case .schema: break
      case .profile:
        profile = name(entry, "profile").map { Profile($0) }
        profileLocation = source.location(entry.value.position)
      case .imports: imports += entry.value.elementsOrSelf.compactMap { importing($0) }
      case .scan: scans += entry.value.elementsOrSelf.compactMap { scan($0) }
      case .values: values += members(entry.value, "the values")
      case .objects: objects(entry.value)
      }
    }
  }

  // MARK: Imports and scans

  private mutating func importing(_ node: ContextNode) -> ContextImport? {
    if node.text != nil { return file(node) }
    guard case .map = node.content else {
      reject(node, as: "an import", expected: "a file's name or a map")
      return nil
    }
    var (file, profiles, isOptional): (ContextImport?, [String], Bool) = (nil, [], false)
    let problemCount = problems.count
    for (key, entry) in keys(of: node, ContextKeys.Import.self, "an import") {
      switch key {
      case .file: file = self.file(entry.value)
      case .profile: profiles = names(entry.value, "profile").map(\.name)
      case .optional: isOptional = flag(entry.value, "optional") ?? false
      }
    }
    guard var file else {
      if problems.count == problemCount {
        problems.append(.missingPart("an import", "'file'", at: source.location(node.position)))
      }
      return nil
    }
    file.profiles = profiles
    file.isOptional = isOptional
    return file
  }

  private mutating func file(_ node: ContextNode) -> ContextImport? {
    guard let text = node.text, !text.isEmpty else {
      reject(node, as: "'file'", expected: "a file's name")
      return nil
    }
    return placeholders.fill(text, at: node.position, in: source, reportingTo: &problems).map {
      ContextImport(path: $0.text, notation: $0.isFilled ? text : $0.text, location: source.location(node.position))
    }
  }

  private mutating func scan(_ node: ContextNode) -> Scan? {
    var lists: [ContextKeys.Scan: [String]] = [:]
    var isEager = false
    for (key, entry) in keys(of: node, ContextKeys.Scan.self, "a scan") {
      switch key {
      case .prefixes, .types, .except, .ignore:
        lists[key] = names(entry.value, key.rawValue, allowsEmpty: key == .prefixes).map(\.name)
      case .eager: isEager = flag(entry.value, key.rawValue) ?? false
      }
    }
    guard case .map = node.content else { return nil }
    return Scan(
      prefixes: lists[.prefixes] ?? [], types: lists[.types] ?? [], exceptions: lists[.except] ?? [],
      ignoredInterfaces: lists[.ignore] ?? [], isEager: isEager, at: source.location(node.position))
  }

  // MARK: Forms

  /// Returns the entries of a map by their keys, and reports unknown and repeated ones.
  mutating func keys<Key: ContextKey>(
    of node: ContextNode, _: Key.Type, allowed: [Key] = Array(Key.allCases), _ subject: String
  ) -> [(Key, ContextNode.Entry)] {
    guard case .map(let entries) = node.content else {
      reject(node, as: subject, expected: "a map")
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

  /// Returns the first entry of each name, and reports repeated names.
  mutating func distinct(_ entries: [ContextNode.Entry]) -> [ContextNode.Entry] {
    if Self.isDistinct(entries) { return entries }
    var positions: [String: [Position]] = [:]
    var firsts: [ContextNode.Entry] = []
    for entry in entries {
      if positions[entry.name] == nil { firsts.append(entry) }
      positions[entry.name, default: []].append(entry.position)
    }
    for entry in firsts {
      guard let positions = positions[entry.name], positions.count > 1 else { continue }
      problems.append(.duplicateName(entry.name, at: positions.map(source.location)))
    }
    return firsts
  }

  private static func isDistinct(_ entries: [ContextNode.Entry]) -> Bool {
    // Up to the size of most maps, comparing all pairs is faster than building a set.
    guard entries.count > 8 else {
      return entries.indices.allSatisfy { index in
        !entries[..<index].contains { $0.name == entries[index].name }
      }
    }
    var names: Set<String> = []
    names.reserveCapacity(entries.count)
    return entries.allSatisfy { names.insert($0.name).inserted }
  }

  /// Reads a Boolean value, which can also be text, as it is in XML.
  mutating func flag(_ node: ContextNode, _ key: String) -> Bool? {
    switch node.content {
    case .boolean(let value): return value
    case .text("true"): return true
    case .text("false"): return false
    case .null, .integer, .number, .text, .list, .map, .members:
      reject(node, as: "'\(key)'", expected: "true or false")
      return nil
    }
  }

  /// Reads a nonempty text.
  mutating func name(_ entry: ContextNode.Entry, _ key: String) -> String? {
    if let text = entry.value.text, !text.isEmpty { return text }
    reject(entry.value, as: "'\(key)'", expected: "a name")
    return nil
  }

  /// Reads a name together with its location.
  mutating func member(_ entry: ContextNode.Entry) -> DefinitionValue.Member? {
    name(entry, entry.name).map { .name($0, at: source.location(entry.value.position)) }
  }

  /// Reads a name, or a list of names.
  mutating func names(_ node: ContextNode, _ key: String, allowsEmpty: Bool = false) -> [DefinitionValue.Member] {
    node.elementsOrSelf.compactMap { element in
      if let text = element.text, allowsEmpty || !text.isEmpty {
        return .name(text, at: source.location(element.position))
      }
      reject(element, as: "'\(key)'", expected: "a name or a list of names")
      return nil
    }
  }

  /// Reports a node of an unexpected form.
  mutating func reject(_ node: ContextNode, as subject: String, expected: String) {
    problems.append(
      .unexpectedForm(
        of: subject, expected: expected, found: node.displayText, at: source.location(node.position)))
  }
}

extension ContextNode {
  /// The elements of a list, or else the node itself.
  fileprivate var elementsOrSelf: [ContextNode] { elements ?? [self] }
}

extension DefinitionValue.Member {
  fileprivate static func name(_ name: String, at location: SourceLocation) -> Self {
    DefinitionValue.Member(name, DefinitionValue(.text(name), at: location), at: location)
  }
}
