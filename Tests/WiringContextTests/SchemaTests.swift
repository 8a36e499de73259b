import Foundation
import Testing

@testable import WiringContext

/// The schemas, by which editors know the vocabulary, say what the readers do.
@Suite struct SchemaTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Resources/contexts")

  // MARK: JSON Schema

  private func schema(_ path: String...) throws -> [String: Any] {
    let data = try Data(contentsOf: Self.folder.appending(path: "context.schema.json"))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try path.reduce(root) { try #require($0[$1] as? [String: Any]) }
  }

  private func expect<Key: ContextKey>(_ keys: [Key], in schema: [String: Any]) throws {
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(keys.map(\.rawValue)))
    #expect(schema["additionalProperties"] as? Bool == false)
  }

  @Test func `the JSON schema has every key of the vocabulary, and no other`() throws {
    try expect(ContextKeys.Context.allCases, in: schema())
    try expect(ContextKeys.Object.allCases, in: schema("$defs", "object"))
    try expect(ContextKeys.Object.allCases.filter(\.isForNested), in: schema("$defs", "nested"))
    try expect(ContextKeys.Scan.allCases, in: schema("$defs", "scan"))
    try expect(ContextKeys.Reference.allCases, in: schema("$defs", "reference"))
    try expect(ContextKeys.Literal.allCases, in: schema("$defs", "literal"))
    let forms = try #require(try schema("$defs", "import")["oneOf"] as? [[String: Any]])
    try expect(ContextKeys.Import.allCases, in: try #require(forms.last))
  }

  @Test func `the JSON schema has every scope`() throws {
    let scope = try schema("$defs", "object", "properties", "scope")
    #expect(scope["enum"] as? [String] == ContextKeys.ScopeName.allCases.map(\.rawValue))
  }

  // MARK: XML Schema

  private func markup() throws -> XMLElementNode {
    let path = Self.folder.appending(path: "context.xsd")
    let source = try SourceText(path: "context.xsd", bytes: Array(try Data(contentsOf: path)))
    return try XMLReader.read(source, as: .xml)
  }

  /// The names of what an element declares, itself or by groups.
  private func names(_ kind: String, in element: XMLElementNode, of root: XMLElementNode) -> [String] {
    element.children.flatMap { child -> [String] in
      if child.name == kind { return [child["name"]?.value ?? ""] }
      guard let group = child["ref"]?.value else { return names(kind, in: child, of: root) }
      return root.children.filter { $0.name == child.name && $0["name"]?.value == group }.flatMap {
        names(kind, in: $0, of: root)
      }
    }
  }

  private static let types: [(String, XMLElementSchema)] = [
    ("container", .container), ("import", .imports), ("scan", .scan), ("object", .object), ("member", .property),
    ("member", .argument), ("entry", .entry), ("namedValue", .namedValue), ("reference", .reference), ("list", .list),
    ("map", .map), ("null", .null),
  ]

  @Test(arguments: types.indices) func `the XML schema has every attribute and element, and no other`(index: Int) throws
  {
    let (name, vocabulary) = Self.types[index]
    let root = try markup()
    let type = try #require(root.children.first { $0.name == "xs:complexType" && $0["name"]?.value == name })
    #expect(Set(names("xs:attribute", in: type, of: root)) == Set(vocabulary.attributes))
    #expect(Set(names("xs:element", in: type, of: root)) == Set(vocabulary.children))
  }

  @Test func `the XML schema knows the outermost elements, the scopes, and what nested objects lack`() throws {
    let root = try markup()
    let outermost = root.children.filter { $0.name == "xs:element" }.compactMap { $0["name"]?.value }
    #expect(Set(outermost) == Set(XMLElementSchema.roots))
    let scope = try #require(root.children.first { $0.name == "xs:simpleType" && $0["name"]?.value == "scope" })
    let values = scope.children.flatMap(\.children).compactMap { $0["value"]?.value }
    #expect(values == ContextKeys.ScopeName.allCases.map(\.rawValue))
    let nested = try #require(root.children.first { $0.name == "xs:complexType" && $0["name"]?.value == "nested" })
    let attributes = ContextKeys.Object.allCases.filter(\.isForNested).map(\.rawValue)
      .filter(XMLElementSchema.objectAttributes.contains)
    #expect(Set(names("xs:attribute", in: nested, of: root)) == Set(attributes))
  }
}
