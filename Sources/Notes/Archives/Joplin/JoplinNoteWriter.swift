import NotesDisk
import NotesDomain
import NotesTransfer

/// Writes the notes of a Joplin export as files of Markdown, with their attachments.
struct JoplinNoteWriter {
  /// The number of bytes that are copied at a time.
  private static let pieceBytes = 1 << 20
  /// The properties that have a place in our notes, or that concern Joplin alone. All others become front matter.
  private static let ownProperties: Set = [
    "id", "parent_id", "created_time", "updated_time", "user_created_time", "user_updated_time", "deleted_time",
    "type_",
    "is_todo", "todo_due", "todo_completed", "markup_language", "encryption_applied", "encryption_cipher_text",
    "share_id", "is_shared", "master_key_id", "order", "source", "source_application", "conflict_original_id",
  ]

  private let items: JoplinItems
  private let file: OpenFile
  private let folder: ArchiveFolder
  /// The paths of the notes' files, by their offsets in the archive.
  private var paths: [Int: String] = [:]
  /// The targets of links to notes.
  private var notes: [String: (wiki: String?, path: String)] = [:]
  private var usedResources: Set<String> = []
  private(set) var problems: [ArchiveProblem] = []

  /// Creates a writer, and gives each note a path.
  init(items: JoplinItems, file: OpenFile, folder: ArchiveFolder) {
    (self.items, self.file, self.folder) = (items, file, folder)
    let notebooks = items.notes.map { folder.reserveNotebook(items.notebookNames(of: $0)) }
    let links = WikiTargets(zip(items.notes, notebooks).map { ($0.title, $1) })
    for (note, notebook) in zip(items.notes, notebooks) {
      let path = folder.reserveNote(title: note.title, notebook: notebook)
      paths[note.entry.offset] = path
      if notes[note.id] == nil { notes[note.id] = (links.target(title: note.title, notebook: notebook), path) }
    }
  }

  /// Writes a note and the attachments that it refers to.
  package mutating func write(_ item: JoplinItem, at note: JoplinItems.Note) throws {
    guard let path = paths[note.entry.offset] else { return }
    let name = item.title.isEmpty ? path : item.title
    var attachments: [String: String] = [:]
    var files: [String] = []
    var missing: Set<String> = []
    let body = try JoplinLinks.replacing(in: item.body) { id in
      if let note = notes[id] {
        return .note(wiki: note.wiki, destination: LinkDestination.path(to: note.path, from: path))
      }
      if attachments[id] == nil, !missing.contains(id) {
        attachments[id] = try copyResource(id, of: path, named: name)
        if let file = attachments[id] { files.append(file) } else { missing.insert(id) }
      }
      return attachments[id].map { .attachment(destination: LinkDestination.path(to: $0, from: path)) }
    }
    try folder.write(
      MarkdownDocument(
        path: path, id: NoteID(joplin: item.id)?.unlessReserved, title: item.title.isEmpty ? nil : item.title,
        tags: ArchiveMetadata.tags(items.tagNames(of: item.id)), trashed: item.time("deleted_time"),
        created: item.created, modified: item.modified, fileModified: note.created, attachments: files,
        foreignFrontMatter: ArchiveMetadata.frontMatter(Self.values(of: item)), body: body,
        digest: ContentDigest(value: 0)))
  }

  /// The problems of resources that no note refers to.
  var unusedResources: [ArchiveProblem] {
    items.resourceIDs.subtracting(usedResources).compactMap { items.resource($0)?.name }.sorted().map {
      ArchiveProblem(item: $0, reason: .unusedAttachment)
    }
  }

  /// Copies a resource to a note's attachments. Returns its path; `nil` when there is a problem.
  private mutating func copyResource(_ id: String, of path: String, named note: String) throws -> String? {
    guard let resource = items.resource(id) else {
      problems.append(ArchiveProblem(item: note, reason: .missing(":/" + id)))
      return nil
    }
    usedResources.insert(id)
    guard !resource.isEncrypted else {
      problems.append(
        ArchiveProblem(item: note, reason: .damagedAttachment(name: resource.name, detail: "it is encrypted")))
      return nil
    }
    guard let entry = items.files[id] else {
      problems.append(ArchiveProblem(item: note, reason: .missing(resource.name)))
      return nil
    }
    let target = folder.reserveAttachment(named: resource.name, kind: resource.kind, of: path)
    let writer = try folder.createFile(at: target)
    var copied = 0
    while copied < entry.size {
      let bytes = try file.bytes(from: entry.offset + copied, limit: min(Self.pieceBytes, entry.size - copied))
      guard !bytes.isEmpty else { break }
      try writer.append(bytes)
      copied += bytes.count
    }
    try writer.finish()
    return target
  }

  /// Returns the values for which our notes have no place.
  private static func values(of item: JoplinItem) -> [(key: String, value: String)] {
    var values: [(String, String)] = []
    if item["is_todo"] == "1" {
      let completed = item.time("todo_completed")
      values.append(("todo", completed == nil ? "open" : "done"))
      values.append(("todo-due", item.time("todo_due")?.iso8601 ?? ""))
      values.append(("todo-completed", completed?.iso8601 ?? ""))
    }
    if item["markup_language"] == "2" { values.append(("markup-language", "html")) }
    return values
      + item.properties.filter { key, value in
        // Coordinates of zero, and empty JSON, mean none.
        !ownProperties.contains(key) && Double(value) != 0 && value != "{}"
      }
  }
}

/// The targets of wiki links to the notes of an archive.
struct WikiTargets {
  /// The number of notes with each title, in lower case.
  private var counts: [String: Int] = [:]

  init(_ notes: [(title: String, notebook: String)]) {
    for note in notes { counts[note.title.lowercased(), default: 0] += 1 }
  }

  /// Returns the target of a link to a note: its title, or its path if other notes have that title; `nil` when the title has
  /// characters that would end the link.
  func target(title: String, notebook: String) -> String? {
    let title = title.trimmingWhitespace
    func hasSpecial(_ text: String) -> Bool { text.utf8.contains { "[]|#^\\\n".utf8.contains($0) } }
    guard !title.isEmpty, !hasSpecial(title), !title.isLikePath else { return nil }
    guard counts[title.lowercased(), default: 0] > 1, !notebook.isEmpty else { return title }
    return hasSpecial(notebook) ? nil : "\(notebook)/\(title)"
  }
}

extension String {
  /// Whether a link with this target may lead to a file: the text has an extension, or begins like a path.
  fileprivate var isLikePath: Bool {
    guard !begins(with: "/"), !begins(with: ".") else { return true }
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return utf8[dot...].dropFirst().allSatisfy(\.isAlphanumeric)
  }
}

extension NoteID {
  /// Creates the identifier of a note from Joplin's, 32 hexadecimal digits; `nil` for another text.
  fileprivate init?(joplin id: String) {
    guard id.utf8.count == 32, let high = UInt64(hexadecimal: String(id.prefix(16))),
      let low = UInt64(hexadecimal: String(id.suffix(16)))
    else { return nil }
    self.init(high: high, low: low)
  }
}
