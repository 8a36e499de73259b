import Wiring
import WiringDefinitions

extension Definitions {
  /// The definitions as text, with positions, or without them to compare formats.
  func outline(hasPositions: Bool) -> String {
    var lines = Outline(hasPositions: hasPositions)
    lines.add("profile \(profile?.name ?? "none")")
    for scan in scans {
      lines.add(
        "scan prefixes \(scan.prefixes) types \(scan.types) except \(scan.exceptions) ignore "
          + "\(scan.ignoredInterfaces) eager \(scan.isEager)")
    }
    for value in values { lines.add("value", value) }
    for definition in definitions { lines.add(definition) }
    for problem in problems { lines.add("\(problem)") }
    return lines.text
  }

  /// The problems as a plan reports them.
  var report: String {
    problems.map(\.description).joined(separator: "\n\n") + "\n"
  }
}

private struct Outline {
  let hasPositions: Bool
  private(set) var text = ""
  private var depth = 0

  init(hasPositions: Bool) {
    self.hasPositions = hasPositions
  }

  mutating func add(_ line: String, at location: SourceLocation? = nil) {
    text += String(repeating: "  ", count: depth) + line
    if hasPositions, let location { text += "  @\(location.line):\(location.column)" }
    text += "\n"
  }

  mutating func add(_ definition: Definition) {
    guard case .named(let type) = definition.type else { return }
    add("object \(definition.name ?? "–") \(type)", at: definition.location)
    depth += 1
    if let scope = definition.scope { add("scope \(scope.name)") }
    if let isLazy = definition.isLazy { add("lazy \(isLazy)") }
    if let isPrimary = definition.isPrimary { add("primary \(isPrimary)") }
    if let isEager = definition.isEager { add("eager \(isEager)") }
    if !definition.profiles.isEmpty { add("profiles \(definition.profiles)") }
    let names: [(String, DefinitionValue.Member?)] = [
      ("factory", definition.factory), ("init", definition.initMethod), ("start", definition.startMethod),
      ("stop", definition.stopMethod),
    ]
    for (title, member) in names { if let member { add("\(title) \(member.name)", at: member.location) } }
    for interface in definition.interfaces { add("as \(interface.name)", at: interface.location) }
    for argument in definition.arguments { add("argument", argument) }
    for property in definition.properties { add("property", property) }
    depth -= 1
  }

  mutating func add(_ title: String, _ member: DefinitionValue.Member) {
    add("\(title) \(member.name)", at: member.location)
    depth += 1
    add(member.value)
    depth -= 1
  }

  private mutating func add(_ value: DefinitionValue) {
    let notation = value.notation.map { " for \($0)" } ?? ""
    switch value.content {
    case .null: add("null", at: value.location)
    case .text(let text): add("text \(text)\(notation)", at: value.location)
    case .boolean(let boolean): add("boolean \(boolean)", at: value.location)
    case .integer(let integer): add("integer \(integer)", at: value.location)
    case .number(let number): add("number \(number)", at: value.location)
    case .reference(let name, let isLazy):
      add("reference \(name)\(isLazy ? " lazy" : "")", at: value.location)
    case .list(let elements):
      add("list", at: value.location)
      depth += 1
      for element in elements { add(element) }
      depth -= 1
    case .map(let members):
      add("map", at: value.location)
      depth += 1
      for member in members { add("entry", member) }
      depth -= 1
    case .definition(let definition): add(definition)
    case .given: add("given", at: value.location)
    }
  }
}
