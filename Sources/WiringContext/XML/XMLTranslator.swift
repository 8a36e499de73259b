import Wiring
import WiringDefinitions

/// Translates the elements of a context in XML into the nodes that the readers of other formats return.
struct XMLTranslator {
  private let source: SourceText
  private(set) var problems: [Problem] = []

  init(_ source: SourceText) {
    self.source = source
  }

  /// Translates the root element into a map; `nil` when it is not a `<container>`.
  mutating func context(_ root: XMLElementNode) -> ContextNode? {
    guard XMLElementSchema.roots.contains(root.name) else {
      problems.append(
        .unknownName(
          "the root element must be <container>, not <\(root.name)>", name: root.name,
          allowed: [XMLElementSchema.roots[0]], at: source.location(root.position)))
      return nil
    }
    check(root, .container)
    let profile = root.attributes.filter { $0.name == "profile" }.map(Self.entry)
    let imports = root.children(named: "import").map { importing($0) }
    let scans = root.children(named: "scan").map { scan($0) }
    let values = root.children(named: "value").compactMap { namedValue($0) }
    let objects = root.children(named: "object").map { object($0) }
    let entries = [
      Self.entry(ContextKeys.Context.imports, .list(imports), at: root.position),
      Self.entry(ContextKeys.Context.scan, .list(scans), at: root.position),
      Self.entry(ContextKeys.Context.values, .map(values), at: root.position),
      Self.entry(ContextKeys.Context.objects, .list(objects), at: root.position),
    ]
    return ContextNode(.map(profile + entries), at: root.position)
  }

  private mutating func importing(_ element: XMLElementNode) -> ContextNode {
    ContextNode(.map(check(element, .imports).map(Self.entryOrList)), at: element.position)
  }

  private mutating func scan(_ element: XMLElementNode) -> ContextNode {
    check(element, .scan)
    let keys: [String: ContextKeys.Scan] = ["prefix": .prefixes, "type": .types, "except": .except, "ignore": .ignore]
    var names: [ContextKeys.Scan: [ContextNode]] = [:]
    if let prefix = element["prefix"] { names[.prefixes] = Self.names(prefix) }
    for child in element.children {
      guard let key = keys[child.name] else { continue }
      check(child, .text)
      names[key, default: []].append(ContextNode(.text(child.trimmedText), at: child.contentPosition))
    }
    var entries = ContextKeys.Scan.allCases.compactMap { key in
      names[key].map { Self.entry(key, .list($0), at: element.position) }
    }
    if let eager = element["eager"] { entries.append(Self.entry(eager)) }
    return ContextNode(.map(entries), at: element.position)
  }

  private mutating func object(_ element: XMLElementNode) -> ContextNode {
    var entries = check(element, .object).map(Self.entryOrList)
    for (name, key) in [("argument", ContextKeys.Object.arguments), ("property", .properties)] {
      let members = element.children(named: name)
      guard let first = members.first else { continue }
      entries.append(
        Self.entry(key, .members(members.compactMap { named($0, .member, by: "name") }), at: first.position))
    }
    return ContextNode(.map(entries), at: element.position)
  }

  // MARK: Values

  private mutating func namedValue(_ element: XMLElementNode) -> ContextNode.Entry? {
    check(element, .namedValue)
    guard let name = name(of: element, "name") else { return nil }
    guard !element.children.isEmpty else { return Self.entry(name, Self.text(element)) }
    guard element.children.count == 1, !element.hasText else {
      return ambiguousValue(of: element, forms: element.children.count + (element.hasText ? 1 : 0))
    }
    return value(element.children[0]).map { Self.entry(name, $0) }
  }

  /// Translates a property, an argument or an entry of a map: a name, and a value as an attribute or a child.
  private mutating func named(
    _ element: XMLElementNode, _ schema: XMLElementSchema, by key: String
  ) -> ContextNode.Entry? {
    check(element, schema)
    guard let name = name(of: element, key) else { return nil }
    let forms = [element["ref"], element["value"]].compactMap(\.self).count + element.children.count
    guard forms == 1 else { return ambiguousValue(of: element, forms: forms) }
    if let reference = element["ref"] { return Self.entry(name, self.reference(element, reference)) }
    if let lazy = element["lazy"] { problems.append(.lazyValue(at: source.location(lazy.position))) }
    if let value = element["value"] {
      return Self.entry(name, ContextNode(.text(value.value), at: value.valuePosition))
    }
    return value(element.children[0]).map { Self.entry(name, $0) }
  }

  private mutating func ambiguousValue(of element: XMLElementNode, forms: Int) -> ContextNode.Entry? {
    problems.append(.ambiguousValue("<\(element.name)>", forms, at: source.location(element.position)))
    return nil
  }

  private mutating func name(of element: XMLElementNode, _ key: String) -> XMLElementNode.Attribute? {
    if let name = element[key] { return name }
    problems.append(.missingPart("<\(element.name)>", "attribute '\(key)'", at: source.location(element.position)))
    return nil
  }

  private mutating func value(_ element: XMLElementNode) -> ContextNode? {
    switch element.name {
    case "value":
      check(element, .text)
      return Self.text(element)
    case "ref":
      check(element, .reference)
      return name(of: element, "name").map { reference(element, $0) }
    case "null":
      check(element, .null)
      return ContextNode(.null, at: element.position)
    case "list":
      check(element, .list)
      return ContextNode(.list(element.children.compactMap { value($0) }), at: element.position)
    case "map":
      check(element, .map)
      let entries = element.children(named: "entry").compactMap { named($0, .entry, by: "key") }
      return ContextNode(.members(entries), at: element.position)
    case "object": return object(element)
    default: return nil
    }
  }

  private func reference(_ element: XMLElementNode, _ name: XMLElementNode.Attribute) -> ContextNode {
    var entries = [Self.entry(name)]
    entries[0].name = ContextKeys.Reference.name.rawValue
    if let lazy = element["lazy"] { entries.append(Self.entry(lazy)) }
    return ContextNode(.map(entries), at: name.valuePosition)
  }

  // MARK: Validation

  /// Reports the attributes, children and text that the schema does not allow, and returns the allowed attributes.
  @discardableResult
  private mutating func check(_ element: XMLElementNode, _ schema: XMLElementSchema) -> [XMLElementNode.Attribute] {
    for attribute in element.attributes
    where !schema.attributes.contains(attribute.name) && !(schema.isRoot && attribute.isForEditors) {
      problems.append(
        .unknownName(
          "<\(element.name)> has no attribute '\(attribute.name)'", name: attribute.name,
          allowed: schema.attributes, at: source.location(attribute.position)))
    }
    for child in element.children where !schema.children.contains(child.name) {
      problems.append(
        .unknownName(
          "<\(element.name)> has no element <\(child.name)>", name: child.name, allowed: schema.children,
          at: source.location(child.position)))
    }
    if element.hasText, !schema.hasText {
      problems.append(.unexpectedText(in: "<\(element.name)>", at: source.location(element.contentPosition)))
    }
    return element.attributes.filter { schema.attributes.contains($0.name) }
  }

  // MARK: Nodes and entries

  private static func text(_ element: XMLElementNode) -> ContextNode {
    ContextNode(.text(element.text), at: element.contentPosition)
  }

  /// Translates an attribute of an object or an import; some are lists of names.
  private static func entryOrList(_ attribute: XMLElementNode.Attribute) -> ContextNode.Entry {
    let lists = [ContextKeys.Object.interfaces.rawValue, ContextKeys.Object.profile.rawValue]
    guard lists.contains(attribute.name) else { return entry(attribute) }
    return ContextNode.Entry(
      name: attribute.name, position: attribute.position,
      value: ContextNode(.list(names(attribute)), at: attribute.valuePosition))
  }

  private static func entry(_ attribute: XMLElementNode.Attribute) -> ContextNode.Entry {
    ContextNode.Entry(
      name: attribute.name, position: attribute.position,
      value: ContextNode(.text(attribute.value), at: attribute.valuePosition))
  }

  private static func entry(_ name: XMLElementNode.Attribute, _ value: ContextNode) -> ContextNode.Entry {
    ContextNode.Entry(name: name.value, position: name.valuePosition, value: value)
  }

  private static func entry(
    _ key: some ContextKey, _ content: ContextNode.Content, at position: Position
  ) -> ContextNode.Entry {
    ContextNode.Entry(name: key.rawValue, position: position, value: ContextNode(content, at: position))
  }

  /// Returns the names that an attribute lists, separated by commas or spaces.
  private static func names(_ attribute: XMLElementNode.Attribute) -> [ContextNode] {
    attribute.value.split { $0 == "," || $0.isWhitespace }.map {
      ContextNode(.text(String($0)), at: attribute.valuePosition)
    }
  }
}
