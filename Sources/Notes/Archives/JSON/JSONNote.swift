import Foundation
import NotesDomain
import NotesFrontMatter

/// A note as `--json` writes it, without the members that follow from others.
struct JSONNote: Decodable {
  /// The reason why an object is not a note.
  struct Problem: Error {
    let detail: String
    /// The title of the note, if it could be read.
    let title: String?
  }

  private(set) var id: NoteID?
  private(set) var base: ContentDigest?
  private(set) var title: String?
  package private(set) var body = ""
  private(set) var tags: [Tag] = []
  private(set) var notebook = Notebook.root
  private(set) var fileName = ""
  private(set) var isPinned = false
  private(set) var isArchived = false
  private(set) var trashed: Timestamp?
  private(set) var created: Timestamp?
  package private(set) var modified: Timestamp?
  private(set) var attachments: [Attachment] = []
  /// The front matter, with the members that have no place in a note.
  private(set) var foreignFrontMatter = ""

  /// The members with a place in a note, and those that follow from others.
  private enum Name: String {
    case id, digest, title, body, tags, inlineTags, notebook, fileName, pinned, archived, trashed, created, modified
    case attachments, frontMatter, links, snippet
  }

  /// Decodes an object of JSON.
  static func decode(_ bytes: [UInt8]) throws(Problem) -> JSONNote {
    // The decoder would guess another encoding.
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Problem(detail: "it is not UTF-8", title: nil) }
    do {
      return try JSONDecoder().decode(JSONNote.self, from: Data(bytes))
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(detail: "it is not valid JSON", title: nil)
    }
  }

  init(from decoder: any Decoder) throws {
    let members = JSONMembers(try decoder.container(keyedBy: JSONMemberName.self))
    let body: String?
    do {
      title = try members.text(Name.title.rawValue)
      body = try members.text(Name.body.rawValue)
      try read(members)
    } catch let error as JSONMembers.WrongType {
      throw Problem(detail: "'\(error.name)' must be \(error.expected)", title: title)
    }
    // `list` and `search` leave the text out, unless it is asked for.
    guard let body else {
      throw Problem(detail: "it has no 'body'; write it with --full", title: title)
    }
    self.body = body
  }

  private mutating func read(_ members: JSONMembers) throws {
    id = try members.value(Name.id.rawValue, expected: "a UUID") { NoteID($0) }
    if id?.isReserved == true {
      throw JSONMembers.WrongType(name: Name.id.rawValue, expected: "a UUID that a note may have")
    }
    base = try members.value(Name.digest.rawValue, expected: "16 hexadecimal digits") { text in
      UInt64(hexadecimal: text).map(ContentDigest.init(value:))
    }
    let inline = try members.texts(Name.inlineTags.rawValue)
    tags = try members.texts(Name.tags.rawValue).without(inline).flatMap { name in
      Tag(name).map { [$0] } ?? ArchiveMetadata.tags([name])
    }
    notebook = try members.value(Name.notebook.rawValue, expected: "a path of names") { Notebook($0) } ?? .root
    fileName =
      try members.value(Name.fileName.rawValue, expected: "the name of a file, without '.md'") { name in
        name.isEmpty || MarkdownFileName.isStem(name) ? name : nil
      } ?? ""
    isPinned = try members.flag(Name.pinned.rawValue)
    isArchived = try members.flag(Name.archived.rawValue)
    trashed = try members.time(Name.trashed.rawValue)
    created = try members.time(Name.created.rawValue)
    modified = try members.time(Name.modified.rawValue)
    attachments = try members.attachments(Name.attachments.rawValue)
    let lines = try members.text(Name.frontMatter.rawValue) ?? ""
    guard
      !lines.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains(where: { MarkdownFile.isMark($0) })
    else { throw JSONMembers.WrongType(name: Name.frontMatter.rawValue, expected: "lines other than '---'") }
    let others = try members.others { Name(rawValue: $0) != nil }
    let ending = lines.isEmpty || lines.utf8.last == 0x0A ? "" : "\n"
    foreignFrontMatter = lines + ending + ArchiveMetadata.frontMatter(others)
  }
}

/// The members of an object of JSON, read as the types that a note needs.
private struct JSONMembers {
  struct WrongType: Error {
    let name: String
    let expected: String
  }

  private let container: KeyedDecodingContainer<JSONMemberName>

  init(_ container: KeyedDecodingContainer<JSONMemberName>) { self.container = container }

  /// Returns a member; `nil` if it is `null` or missing.
  private func decode<Value: Decodable>(_ name: String, as type: Value.Type, expected: String) throws -> Value? {
    do {
      return try container.decodeIfPresent(type, forKey: JSONMemberName(name))
    } catch {
      throw WrongType(name: name, expected: expected)
    }
  }

  package func text(_ name: String) throws -> String? { try decode(name, as: String.self, expected: "text") }

  func texts(_ name: String) throws -> [String] {
    try decode(name, as: [String].self, expected: "a list of texts") ?? []
  }

  func flag(_ name: String) throws -> Bool { try decode(name, as: Bool.self, expected: "true or false") ?? false }

  func time(_ name: String) throws -> Timestamp? {
    try value(name, expected: "a time such as 2026-03-14T09:26:53Z") { Timestamp(iso8601: $0) }
  }

  func value<Value>(_ name: String, expected: String, _ parse: (String) -> Value?) throws -> Value? {
    guard let text = try decode(name, as: String.self, expected: expected) else { return nil }
    guard let value = parse(text) else { throw WrongType(name: name, expected: expected) }
    return value
  }

  func attachments(_ name: String) throws -> [Attachment] {
    let expected = "a list of objects with 'name', 'size' and 'sha256', and different names"
    var attachments: [Attachment] = []
    for file in try decode(name, as: [JSONAttachment].self, expected: expected) ?? [] {
      guard let digest = BlobDigest(file.sha256),
        let attachment = Attachment(name: file.name, digest: digest, size: file.size, path: file.path ?? ""),
        attachments.named(file.name) == nil
      else { throw WrongType(name: name, expected: expected) }
      attachments.append(attachment)
    }
    return attachments
  }

  /// Returns the members with other names, in the order of their names, as text: lists and objects as JSON.
  func others(than isKnown: (String) -> Bool) throws -> [(key: String, value: String)] {
    try container.allKeys.map(\.stringValue).filter { !isKnown($0) }.sorted().map { name in
      (name, try decode(name, as: JSONText.self, expected: "a value")?.text ?? "")
    }
  }
}

private struct JSONMemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct JSONAttachment: Decodable {
  let name: String
  package let size: Int
  let sha256: String
  let path: String?
}

/// A value of JSON as text: a text as it is, anything else as JSON.
private struct JSONText: Codable {
  private enum Content {
    case text(String)
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case list([JSONText?])
    case object([String: JSONText?])
  }

  private let content: Content

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      content = .text(text)
    } else if let bool = try? value.decode(Bool.self) {
      content = .bool(bool)
    } else if let integer = try? value.decode(Int.self) {
      content = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      content = .number(number)
    } else if let list = try? value.decode([JSONText?].self) {
      content = .list(list)
    } else {
      content = .object(try value.decode([String: JSONText?].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch content {
    case .text(let text): try value.encode(text)
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }

  package var text: String {
    if case .text(let text) = content { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
