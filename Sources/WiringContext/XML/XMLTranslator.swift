import Wiring

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
          allowed: [XMLElementSchema.container.name], at: source.location(root.position)))
      return nil
    }
    // The schema, for editors.
    let foreign = root.attributes.filter { $0.name.hasPrefix("xmlns") || $0.name.hasPrefix("xsi:") }.map(\.name)
    var schema = XMLElementSchema.container
    schema.attributes += foreign
    check(root, schema, hiding: foreign)
    var entries = root.attributes.filter { $0.name == "profile" }.map(Self.entry)
    var (imports, scans, values, objects): ([ContextNode], [ContextNode], [ContextNode.Entry], [ContextNode]) =
      ([], [], [], [])
    for child in root.children {
      switch child.name {
      case "import": imports.append(importing(child))
      case "scan": scans.append(scan(child))
      case "value": values += namedValue(child)
      case "object": objects.append(object(child))
      default: break
      }
    }
    entries += [
      Self.entry(ContextKeys.Context.imports, .list(imports), at: root.position),
      Self.entry(ContextKeys.Context.scan, .list(scans), at: root.position),
      Self.entry(ContextKeys.Context.values, .map(values), at: root.position),
      Self.entry(ContextKeys.Context.objects, .list(objects), at: root.position),
    ]
    return ContextNode(.map(entries), at: root.position)
  }

  private mutating func importing(_ element: XMLElementNode) -> ContextNode {
    check(element, .imports)
    return ContextNode(.map(known(element, .imports).map(Self.entryOrList)), at: element.position)
  }

  private mutating func scan(_ element: XMLElementNode) -> ContextNode {
    check(element, .scan)
    var names: [ContextKeys.Scan: [ContextNode]] = [:]
    if let prefix = element["prefix"] { names[.prefixes] = Self.names(prefix) }
    for child in element.children {
      let key: ContextKeys.Scan
      switch child.name {
      case "prefix": key = .prefixes
      case "type": key = .types
      case "except": key = .except
      case "ignore": key = .ignore
      default: continue
      }
      check(child, .name)
      names[key, default: []].append(ContextNode(.text(child.trimmedText), at: child.contentPosition))
    }
    var entries = ContextKeys.Scan.allCases.compactMap { key in
      names[key].map { Self.entry(key, .list($0), at: element.position) }
    }
    if let eager = element["eager"] { entries.append(Self.entry(eager)) }
    return ContextNode(.map(entries), at: element.position)
  }

  private mutating func object(_ element: XMLElementNode) -> ContextNode {
    check(element, .object)
    var entries = known(element, .object).map(Self.entryOrList)
    for (name, key) in [("argument", ContextKeys.Object.arguments), ("property", .properties)] {
      let members = element.children.filter { $0.name == name }
      guard let first = members.first else { continue }
      var values: [ContextNode.Entry] = []
      for member in members { values += named(member, name == "argument" ? .argument : .property, by: "name") }
      entries.append(Self.entry(key, .members(values), at: first.position))
    }
    return ContextNode(.map(entries), at: element.position)
  }

  // MARK: Values

  private mutating func namedValue(_ element: XMLElementNode) -> [ContextNode.Entry] {
    check(element, .namedValue)
    guard let name = name(of: element, "name") else { return [] }
    let value = element.children.isEmpty ? Self.text(element) : onlyChild(of: element)
    return value.map { [ContextNode.Entry(name: name.value, position: name.valuePosition, value: $0)] } ?? []
  }

  /// Translates a property, an argument or an entry of a map: a name, and a value as an attribute or a child.
  private mutating func named(
    _ element: XMLElementNode, _ schema: XMLElementSchema, by key: String
  ) -> [ContextNode.Entry] {
    check(element, schema)
    guard let name = name(of: element, key), let value = attributeOrChildValue(of: element) else { return [] }
    return [ContextNode.Entry(name: name.value, position: name.valuePosition, value: value)]
  }

  private mutating func name(of element: XMLElementNode, _ key: String) -> XMLElementNode.Attribute? {
    if let name = element[key] { return name }
    problems.append(.missingPart("<\(element.name)>", "attribute '\(key)'", at: source.location(element.position)))
    return nil
  }

  private mutating func attributeOrChildValue(of element: XMLElementNode) -> ContextNode? {
    let forms = (element["ref"] == nil ? 0 : 1) + (element["value"] == nil ? 0 : 1) + element.children.count
    guard forms == 1 else {
      problems.append(.ambiguousValue("<\(element.name)>", forms, at: source.location(element.position)))
      return nil
    }
    if let reference = element["ref"] { return self.reference(element, reference) }
    if let lazy = element["lazy"] {
      problems.append(.lazyValue(at: source.location(lazy.position)))
    }
    if let value = element["value"] { return ContextNode(.text(value.value), at: value.valuePosition) }
    return value(element.children[0])
  }

  private mutating func onlyChild(of element: XMLElementNode) -> ContextNode? {
    guard element.children.count == 1, !element.hasText else {
      let forms = element.children.count + (element.hasText ? 1 : 0)
      problems.append(.ambiguousValue("<\(element.name)>", forms, at: source.location(element.position)))
      return nil
    }
    return value(element.children[0])
  }

  private mutating func value(_ element: XMLElementNode) -> ContextNode? {
    switch element.name {
    case "value":
      check(element, .value)
      return Self.text(element)
    case "ref":
      check(element, .reference)
      return name(of: element, "name").map { reference(element, $0) }
    case "null":
      check(element, .null)
      return ContextNode(.null, at: element.position)
    case "list":
      check(element, .list)
      var elements: [ContextNode] = []
      for child in element.children { if let node = value(child) { elements.append(node) } }
      return ContextNode(.list(elements), at: element.position)
    case "map":
      check(element, .map)
      var entries: [ContextNode.Entry] = []
      for child in element.children where child.name == "entry" { entries += named(child, .entry, by: "key") }
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

  /// Reports the attributes, children and text that the schema does not allow.
  private mutating func check(_ element: XMLElementNode, _ schema: XMLElementSchema, hiding hidden: [String] = []) {
    for attribute in element.attributes where !schema.attributes.contains(attribute.name) {
      problems.append(
        .unknownName(
          "<\(element.name)> has no attribute '\(attribute.name)'", name: attribute.name,
          allowed: schema.attributes.filter { !hidden.contains($0) }, at: source.location(attribute.position)))
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
  }

  private func known(_ element: XMLElementNode, _ schema: XMLElementSchema) -> [XMLElementNode.Attribute] {
    element.attributes.filter { schema.attributes.contains($0.name) }
  }

  private static func text(_ element: XMLElementNode) -> ContextNode {
    ContextNode(.text(element.text), at: element.contentPosition)
  }

  /// Translates an attribute of an object or an import; some are lists of names.
  private static func entryOrList(_ attribute: XMLElementNode.Attribute) -> ContextNode.Entry {
    let lists = [ContextKeys.Object.interfaces.rawValue, ContextKeys.Object.profile.rawValue]
    return lists.contains(attribute.name) ? entry(attribute, .list(names(attribute))) : entry(attribute)
  }

  private static func entry(_ attribute: XMLElementNode.Attribute) -> ContextNode.Entry {
    entry(attribute, .text(attribute.value))
  }

  private static func entry(_ attribute: XMLElementNode.Attribute, _ content: ContextNode.Content) -> ContextNode.Entry
  {
    ContextNode.Entry(
      name: attribute.name, position: attribute.position, value: ContextNode(content, at: attribute.valuePosition))
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
