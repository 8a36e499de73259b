import NotesDisk
import NotesDomain
import NotesTransfer

/// Joplin's export, which is unpacked in two passes: the first reads what the items are, the second writes the notes.
///
/// The items are in no particular order, and a note's links and notebook are other items. The bodies are read twice, so
/// that they need not be in memory together.
struct JoplinArchive {
  /// The maximum size of an item: a text of the maximum size, and its properties.
  private static let maximumItemBytes = NoteLimit.text.maximum + 1 << 20

  private let file: OpenFile
  private let path: String
  private var items = JoplinItems()
  private(set) var problems: [ArchiveProblem] = []

  init(_ file: OpenFile, path: String) {
    (self.file, self.path) = (file, path)
  }

  /// Writes the notes and their attachments into a folder. Returns the problems with single items.
  consuming func unpack(into folder: ArchiveFolder) throws -> [ArchiveProblem] {
    try readItems()
    var writer = JoplinNoteWriter(items: items, file: file, folder: folder)
    for note in items.notes {
      guard let item = try item(at: note.entry) else { continue }
      try writer.write(item, at: note)
    }
    return problems + writer.problems + writer.unusedResources
  }

  /// Reads what the items are, without the texts of notes.
  private mutating func readItems() throws {
    let archive = try TarReader(file)
    guard !archive.entries.isEmpty else {
      throw ArchiveError.malformed(path: path, line: nil, detail: "it is not a tar archive")
    }
    for damage in archive.damages {
      add(.damagedArchive(line: nil, detail: damage.detail), to: damage.path ?? path)
    }
    for entry in archive.entries {
      let names = entry.path.pathNames.filter { !$0.isEmpty && $0 != "." }
      if names.count == 2, names[0] == "resources" {
        items.files[Substring(names[1].utf8.prefix { $0 != UInt8(ascii: ".") }).lowercased()] = entry
      } else if names.count == 1, names[0].lowercased().ends(with: ".md"), let item = try readItem(entry) {
        items.add(item, entry)
      }
    }
    items.sort()
  }

  private mutating func readItem(_ entry: TarReader.Entry) throws -> JoplinItem? {
    guard entry.size <= Self.maximumItemBytes else {
      add(.tooLarge(bytes: entry.size, limit: NoteLimit.text.maximum), to: entry.path)
      return nil
    }
    do {
      let item = try item(at: entry)
      if item?["encryption_applied"] == "1" {
        add(.encrypted, to: entry.path)
        return nil
      }
      return item
    } catch let error as JoplinItem.ParseError {
      add(.malformed(line: error.line, detail: error.detail), to: entry.path)
      return nil
    }
  }

  /// Parses an item; `nil` when the archive became shorter meanwhile.
  private func item(at entry: TarReader.Entry) throws -> JoplinItem? {
    let bytes = try file.bytes(from: entry.offset, limit: entry.size)
    return bytes.count == entry.size ? try JoplinItem(bytes) : nil
  }

  private mutating func add(_ reason: ArchiveProblem.Reason, to item: String) {
    problems.append(ArchiveProblem(item: item, reason: reason))
  }
}

/// The items of an export by their identifiers, without the texts of notes.
struct JoplinItems {
  struct Note {
    let id: String
    let title: String
    let notebook: String?
    /// The time that determines the order of notes with the same title.
    let created: Timestamp
    let entry: TarReader.Entry
  }

  struct Resource {
    let name: String
    /// The file extension.
    let kind: String
    let isEncrypted: Bool
  }

  private(set) var notes: [Note] = []
  private var resources: [String: Resource] = [:]
  /// The contents of resources.
  var files: [String: TarReader.Entry] = [:]
  private var notebooks: [String: (title: String, parent: String?)] = [:]
  private var tags: [String: String] = [:]
  /// The tags of notes.
  private var tagsOfNotes: [String: [String]] = [:]

  mutating func add(_ item: JoplinItem, _ entry: TarReader.Entry) {
    switch item.kind {
    case .note:
      notes.append(
        Note(
          id: item.id, title: item.title, notebook: item["parent_id"]?.lowercased(),
          created: item.created ?? Timestamp(millisecondsSince1970: 0), entry: entry))
    case .notebook: notebooks[item.id] = (item.title, item["parent_id"]?.lowercased())
    case .resource:
      resources[item.id] = Resource(
        name: [item.title, item["filename"] ?? ""].first { !$0.isEmpty } ?? "attachment",
        kind: item["file_extension"] ?? ArchiveMetadata.fileExtension(of: item["mime"] ?? ""),
        isEncrypted: item["encryption_blob_encrypted"] == "1")
    case .tag: tags[item.id] = item.title
    case .noteTag:
      if let note = item["note_id"]?.lowercased(), let tag = item["tag_id"]?.lowercased() {
        tagsOfNotes[note, default: []].append(tag)
      }
    case nil: break
    }
  }

  /// Sorts the notes by their creation, so that their files get the same names whatever the order of the archive.
  mutating func sort() {
    notes.sort { ($0.created, $0.id) < ($1.created, $1.id) }
  }

  var resourceIDs: Set<String> { Set(resources.keys).union(files.keys) }

  /// Returns a resource, or the file of one whose item is missing.
  func resource(_ id: String) -> Resource? {
    resources[id]
      ?? files[id].map { Resource(name: AttachmentFolder.name(in: $0.path), kind: "", isEncrypted: false) }
  }

  /// Returns the titles of a note's notebooks, from outer to inner.
  func notebookNames(of note: Note) -> [String] {
    var names: [String] = []
    var visited: Set<String> = []
    var next = note.notebook
    // Notebooks of a damaged archive may contain each other.
    while let id = next, let notebook = notebooks[id], visited.insert(id).inserted {
      names.append(notebook.title)
      next = notebook.parent
    }
    return names.reversed()
  }

  /// Returns the titles of a note's tags, in alphabetical order.
  func tagNames(of note: String) -> [String] {
    (tagsOfNotes[note] ?? []).compactMap { tags[$0] }.sorted()
  }
}

extension JoplinItem {
  /// The time at which the note was created. People can set it.
  var created: Timestamp? { time("user_created_time") ?? time("created_time") }

  /// The time at which the note was modified. People can set it.
  package var modified: Timestamp? { time("user_updated_time") ?? time("updated_time") }
}
