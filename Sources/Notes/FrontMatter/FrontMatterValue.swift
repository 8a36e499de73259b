import NotesDomain
import NotesTransfer

import enum Yams.Node

/// The known keys of front matter.
package enum FrontMatterKey: String {
  case id = "note-id"
  case base = "note-digest"
  case title
  case created
  case updated
  /// Another name for ``updated``, which other programs write.
  case modified
  case tags
  case pinned
  case archived
  case trashed
  case attachments = "note-attachments"
  case missingAttachments = "note-attachments-missing"
  /// The notebook of a document that is in no folder.
  case notebook

  /// The beginning of ``nameBesideKept``.
  fileprivate static let prefixBesideKept = "notesctl-"

  /// The name of the key in a file where a line that is kept has its own name: a template's `title: {{title}}`.
  var nameBesideKept: String { Self.prefixBesideKept + rawValue }
}

/// The keys that are known where front matter is read. Lines of others are kept as they are.
package enum FrontMatterKeys {
  /// Those of files, whose notebook is their folder.
  case ofFiles
  /// Those of documents that are in no folder.
  case ofDocuments

  /// Returns the key of a name; `nil` for a foreign one.
  package func key(named name: String) -> FrontMatterKey? {
    let prefix = FrontMatterKey.prefixBesideKept
    guard let key = FrontMatterKey(rawValue: name.rest(after: prefix).map(String.init) ?? name),
      self == .ofDocuments || key != .notebook
    else { return nil }
    return key
  }
}

/// The value of a known key of front matter.
struct FrontMatterValue {
  package let key: FrontMatterKey
  /// The line of the key in the file.
  let line: Int
  let node: Node
  /// The lines that the value was read from.
  let source: FrontMatterLines
  /// The time zone of dates without an offset: Obsidian and its plugins write local time.
  let zone: any TimeZoneOffsets

  /// Sets the property of a document.
  func assign(to document: inout MarkdownDocument) throws {
    switch key {
    case .id: document.id = try id()
    case .base: document.base = try digest()
    case .title: document.title = try text(expected: "text")
    case .created:
      document.created = try timestamp()
      if isBareDate { document.bareDates.insert(.created) }
    case .updated:
      guard let time = try timestamp() else { break }
      document.modified = time
      if isBareDate { document.bareDates.insert(.modified) } else { document.bareDates.remove(.modified) }
    case .modified:
      guard let time = try timestamp(), document.modified == nil else { break }
      document.modified = time
      if isBareDate { document.bareDates.insert(.modified) }
    case .tags: document.tags = try tags()
    case .pinned: document.isPinned = try bool()
    case .archived: document.isArchived = try bool()
    case .trashed: document.trashed = try timestamp()
    case .attachments: document.attachments = try paths()
    case .missingAttachments: document.missingAttachments = try missing()
    case .notebook: document.path = try path(to: document.path)
    }
  }

  /// Returns the text of a scalar, whatever type it would have in YAML; `nil` for no value.
  private func text(expected: String) throws -> String? {
    guard let scalar = node.scalar else { throw wrongType(expected) }
    return scalar.isNull ? nil : source.string(of: scalar)
  }

  /// Returns the path of a document in the notebook.
  private func path(to document: String) throws -> String {
    let expected = "a path of names that do not start with a dot, such as Kitchen/Bread"
    guard let notebook = Notebook(try text(expected: expected) ?? "") else { throw wrongType(expected) }
    return notebook == .root ? document : "\(notebook.path)/\(document)"
  }

  private func id() throws -> NoteID? {
    let expected = "a UUID"
    guard let text = try text(expected: expected) else { return nil }
    guard let id = NoteID(text) else { throw wrongType(expected) }
    guard !id.isReserved else { throw wrongType("a UUID that a note may have") }
    return id
  }

  private func digest() throws -> ContentDigest? {
    let expected = "16 hexadecimal digits"
    guard let text = try text(expected: expected) else { return nil }
    guard let value = UInt64(hexadecimal: text) else { throw wrongType(expected) }
    return ContentDigest(value: value)
  }

  private func timestamp() throws -> Timestamp? {
    let expected = "a date such as 2026-03-14T09:26:53Z"
    guard let text = try text(expected: expected), !text.isEmpty else { return nil }
    guard let time = Timestamp(iso8601: text, in: zone) else { throw wrongType(expected) }
    return time
  }

  /// Whether the value is a date without a time.
  private var isBareDate: Bool { node.scalar.map { $0.string.utf8.count == "2026-03-14".utf8.count } ?? false }

  private func bool() throws -> Bool {
    let expected = "true or false"
    switch try text(expected: expected)?.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off", nil: return false
    case .some: throw wrongType(expected)
    }
  }

  /// Returns the tags as Obsidian reads them: a list, or one text with commas or spaces between them.
  private func tags() throws -> [Tag] {
    let expected = "a list of tags"
    var names: [String] = []
    if let sequence = node.sequence {
      for element in sequence {
        guard let scalar = element.scalar else { throw wrongType(expected) }
        guard !scalar.isNull else { continue }
        names += source.string(of: scalar).utf8.split(separator: UInt8(ascii: ",")).map { name in
          Substring(name).words.joined(separator: "-")
        }
      }
    } else if let text = try text(expected: expected) {
      names = text.replacingBytes(of: ",", with: " ").words.map(String.init)
    }
    return try names.filter { !$0.isEmpty && $0 != "#" }.map { name in
      guard let tag = Tag(name) else { throw wrongType(expected) }
      return tag
    }.withoutRepetition()
  }

  /// Returns the paths of different files; `nil` for no value.
  private func paths() throws -> [String]? {
    let expected = "a list of paths inside the folder, to different files"
    if node.scalar?.isNull ?? false { return nil }
    guard let sequence = node.sequence else { throw wrongType(expected) }
    var seen: Set<[UInt8]> = []
    return try sequence.map { element in
      guard let path = element.scalar.map(source.string), seen.insert(Array(path.utf8)).inserted else {
        throw wrongType(expected)
      }
      return path
    }
  }

  /// Returns the attachments that are not in the folder, with different names: the SHA-256 of each, its size, its name and,
  /// behind a slash, its path if that is not the default one.
  private func missing() throws -> [Attachment] {
    let expected = "a list of files with different names, as in '<SHA-256> <size> <name>'"
    if node.scalar?.isNull ?? false { return [] }
    guard let sequence = node.sequence else { throw wrongType(expected) }
    let maximum = NoteLimit.attachments.maximum
    guard sequence.count <= maximum else { throw wrongType("a list of at most \(maximum) files") }
    var attachments: [Attachment] = []
    for element in sequence {
      let parts = (element.scalar?.string ?? "").utf8
        .split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false).map { Substring($0) }
      // The first slash ends the name.
      let place = (parts.last ?? "").pathNames
      guard parts.count == 3, let digest = BlobDigest(String(parts[0])), let size = Int(parts[1]),
        let attachment = Attachment(
          name: String(place[0]), digest: digest, size: size, path: place.dropFirst().joined(separator: "/")),
        attachments.named(attachment.name) == nil
      else { throw wrongType(expected) }
      attachments.append(attachment)
    }
    return attachments
  }

  private func wrongType(_ expected: String) -> FrontMatterProblem {
    .wrongType(key: key.rawValue, line: line, expected: expected)
  }
}

extension Node.Scalar {
  /// Whether the scalar is empty, or one of YAML's spellings of null.
  fileprivate var isNull: Bool { style == .plain && ["", "~", "null", "Null", "NULL"].contains(string) }
}
