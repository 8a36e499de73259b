import Foundation
import Testing

@testable import WiringContext

/// The schemas for editors, compared with the keys and elements that the readers accept.
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

  @Test func `the JSON schema has exactly the keys of the reader`() throws {
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

  private func xmlSchema() throws -> XMLElementNode {
    let path = Self.folder.appending(path: "context.xsd")
    let source = try SourceText(path: "context.xsd", bytes: Array(try Data(contentsOf: path)))
    return try XMLReader.read(source, as: .xml)
  }

  /// Returns the names that an element declares, directly or by groups.
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
    ("container", .container), ("import", .imports), ("scan", .scan), ("object", .object), ("member", .member),
    ("entry", .entry), ("namedValue", .namedValue), ("reference", .reference), ("list", .list),
    ("map", .map), ("null", .null),
  ]

  @Test(arguments: types.indices) func `the XML schema has exactly the attributes and elements of the reader`(
    index: Int
  ) throws {
    let (name, schema) = Self.types[index]
    let root = try xmlSchema()
    let type = try #require(root.children.first { $0.name == "xs:complexType" && $0["name"]?.value == name })
    #expect(Set(names("xs:attribute", in: type, of: root)) == Set(schema.attributes))
    #expect(Set(names("xs:element", in: type, of: root)) == Set(schema.children))
  }

  @Test func `the XML schema has the root elements, the scopes and the attributes of nested objects`() throws {
    let root = try xmlSchema()
    let roots = root.children.filter { $0.name == "xs:element" }.compactMap { $0["name"]?.value }
    #expect(Set(roots) == Set(XMLElementSchema.roots))
    let scope = try #require(root.children.first { $0.name == "xs:simpleType" && $0["name"]?.value == "scope" })
    let values = scope.children.flatMap(\.children).compactMap { $0["value"]?.value }
    #expect(values == ContextKeys.ScopeName.allCases.map(\.rawValue))
    let nested = try #require(root.children.first { $0.name == "xs:complexType" && $0["name"]?.value == "nested" })
    let attributes = ContextKeys.Object.allCases.filter(\.isForNested).map(\.rawValue)
      .filter(XMLElementSchema.object.attributes.contains)
    #expect(Set(names("xs:attribute", in: nested, of: root)) == Set(attributes))
  }
}
