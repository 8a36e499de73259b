import NotesDomain

/// A builder of Joplin's exports.
///
/// ```swift
/// var export = JoplinExport()
/// export.add(.notebook, id: "1", title: "Kitchen")
/// export.add(.note, id: "a", title: "Bread", body: "Flour.", ["parent_id": JoplinExport.id("1")])
/// ```
package struct JoplinExport: Sendable {
  /// The kinds of items, by Joplin's numbers.
  package enum Kind: Int, Sendable {
    case note = 1
    case notebook = 2
    case resource = 4
    case tag = 5
    case noteTag = 6
  }

  package var tar = TarWriter()

  package init() {}

  package var bytes: [UInt8] { tar.bytes }

  /// Returns an identifier of 32 digits, all of which are the same.
  package static func id(_ digit: Character) -> String { String(repeating: digit, count: 32) }

  /// Adds an item.
  ///
  /// - Parameter id: The digit of the identifier.
  package mutating func add(
    _ kind: Kind, id: Character, title: String? = nil, body: String = "",
    _ properties: KeyValuePairs<String, String> = [:]
  ) {
    let lines =
      ["id: \(Self.id(id))", "created_time: 2024-01-31T12:00:00.000Z", "updated_time: 2024-02-01T12:00:00.000Z"]
      + properties.map { "\($0.key): \($0.value)" } + ["type_: \(kind.rawValue)"]
    let parts = [title, body.isEmpty ? nil : body, lines.joined(separator: "\n")].compactMap(\.self)
    tar.add("\(Self.id(id)).md", Array(parts.joined(separator: "\n\n").utf8))
  }

  /// Adds a resource with its content.
  package mutating func addResource(_ id: Character, title: String, ending: String, _ content: [UInt8]) {
    add(.resource, id: id, title: title, ["file_extension": ending])
    tar.add("resources/\(Self.id(id)).\(ending)", content)
  }
}

/// A builder of Evernote's exports.
package struct EvernoteExport: Sendable {
  /// The elements of the notes.
  package var notes: [String] = []

  package init() {}

  package var bytes: [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
      <en-export export-date="20240131T120000Z" application="Evernote" version="10.58.8">
      \(notes.joined(separator: "\n"))
      </en-export>

      """.utf8)
  }

  /// Adds a note.
  ///
  /// - Parameters:
  ///   - content: The content inside of `<en-note>`.
  ///   - elements: Other elements of the note, such as tags and resources.
  package mutating func add(_ title: String, _ content: String, elements: String = "") {
    notes.append(
      """
      <note><title>\(title)</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
      <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
      <en-note>\(content)</en-note>]]></content><created>20240131T120000Z</created>\(elements)</note>
      """)
  }

  /// Returns the element of a resource.
  package static func resource(_ content: [UInt8], type: String, name: String? = nil) -> String {
    var digits: [UInt8] = []
    Base64.append(content, to: &digits)
    let name = name.map { "<resource-attributes><file-name>\($0)</file-name></resource-attributes>" } ?? ""
    return """
      <resource><data encoding="base64">
      \(String(decoding: digits, as: UTF8.self))
      </data><mime>\(type)</mime>\(name)</resource>
      """
  }
}
