import NotesDisk
import NotesDomain
import NotesTransfer

/// Evernote's export. Its notebook is the name of the file, since it does not name one.
///
/// It is unpacked in two passes: the first reads the file from beginning to end, the second converts the contents, whose
/// links may lead to later notes.
struct EvernoteArchive {
  private let file: OpenFile
  private let path: String

  init(_ file: OpenFile, path: String) {
    (self.file, self.path) = (file, path)
  }

  /// Writes the notes and their attachments into a folder. Returns the problems with single notes.
  func unpack(into folder: ArchiveFolder) throws -> [ArchiveProblem] {
    var notes: [EvernoteNote] = []
    let problems: [ArchiveProblem]
    do {
      var reader = try EvernoteReader(file, folder: folder)
      while let note = try reader.next() { notes.append(note) }
      problems = reader.problems
    } catch let error as XMLEventReader.Malformed {
      throw ArchiveError.malformed(path: path, line: error.line, detail: error.detail)
    }
    var writer = try EvernoteNoteWriter(notes, notebook: [notebook], folder: folder)
    for index in notes.indices { try writer.write(notes[index], at: index) }
    folder.discard(EvernoteReader.scratch)
    return problems + writer.problems
  }

  /// The name of the file without its extension.
  private var notebook: String {
    let name = AttachmentFolder.name(in: path)
    return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
  }
}

/// Writes the notes of an Evernote export as files of Markdown, with their attachments.
struct EvernoteNoteWriter {
  private let folder: ArchiveFolder
  private let contents: OpenFile
  /// The paths of the notes' files.
  private let paths: [String]
  private let ids: [NoteID]
  /// The targets of wiki links, by the titles that only one note has.
  private let targets: [String: String]
  private(set) var problems: [ArchiveProblem] = []

  /// Creates a writer, and gives each note a path.
  init(_ notes: [EvernoteNote], notebook: [String], folder: ArchiveFolder) throws {
    self.folder = folder
    contents = try folder.open(EvernoteReader.contents)
    let notebook = folder.reserveNotebook(notebook)
    ids = EvernoteNote.ids(of: notes, notebook: notebook)
    // In the order of their creation: of notes with one title, a later one does not take the path of an earlier one.
    let times = notes.map { $0.created?.millisecondsSince1970 ?? .max }
    let order = notes.indices.sorted { [ids] in (times[$0], ids[$0]) < (times[$1], ids[$1]) }
    var paths = Array(repeating: "", count: notes.count)
    for index in order {
      paths[index] = folder.reserveNote(title: notes[index].title.trimmingWhitespace, notebook: notebook)
    }
    self.paths = paths
    let titles = Dictionary(grouping: notes.map(\.title.trimmingWhitespace), by: \.self)
    let links = WikiTargets(titles.keys.map { ($0, "") })
    targets = titles.filter { $0.value.count == 1 }.compactMapValues { links.target(title: $0[0], notebook: "") }
  }

  /// Writes a note with its attachments.
  package mutating func write(_ note: EvernoteNote, at index: Int) throws {
    let path = paths[index]
    let title = note.title.trimmingWhitespace
    let name = title.isEmpty ? path : title
    if let size = note.oversize {
      problems.append(ArchiveProblem(item: name, reason: .tooLarge(bytes: size, limit: NoteLimit.text.maximum)))
      return
    }
    let bytes = try contents.bytes(from: note.content.lowerBound, limit: note.content.count)
    guard let source = String(validating: bytes, as: UTF8.self) else {
      problems.append(
        ArchiveProblem(item: name, reason: .malformed(line: note.line, detail: "the content is not UTF-8 text")))
      return
    }
    problems += note.invalidTimes.map { ArchiveProblem(item: name, reason: .invalidTime($0)) }
    let media = try moveResources(of: note, to: path, named: name)
    guard let body = self.body(of: source, note, media: media, named: name) else {
      for file in media.files { folder.discard(file) }
      return
    }
    try folder.write(
      MarkdownDocument(
        path: path, id: ids[index], title: title.isEmpty ? nil : title, tags: ArchiveMetadata.tags(note.tags),
        created: note.created,
        modified: note.updated ?? note.created, fileModified: Timestamp(millisecondsSince1970: 0),
        attachments: media.files, foreignFrontMatter: ArchiveMetadata.frontMatter(note.values), body: body,
        digest: ContentDigest(value: 0)))
  }

  /// Returns the text of a note; `nil` if it is too large, which is reported.
  private mutating func body(
    of source: String, _ note: EvernoteNote, media: EvernoteMedia, named name: String
  ) -> String? {
    // The document type, which declares the named characters, is not needed.
    guard let start = source.utf8.firstRange(of: "<en-note".utf8) else { return source.trimmingWhitespace }
    do {
      let document = try ENMLDocument(source[start.lowerBound...])
      var converter = ENMLConverter(media: media, tasks: note.tasks, noteTitles: targets)
      let body = converter.markdown(of: document)
      if let size = converter.oversize {
        problems.append(ArchiveProblem(item: name, reason: .tooLarge(bytes: size, limit: NoteLimit.text.maximum)))
        return nil
      }
      for reference in media.unexplained(converter.missingMedia) {
        problems.append(ArchiveProblem(item: name, reason: .missing("\(reference.type) \(reference.hash)")))
      }
      return body
    } catch {
      let malformed = error as? XMLEventReader.Malformed
      let lines = source[..<start.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + (malformed?.line ?? 1) - 1
      problems.append(
        ArchiveProblem(
          item: name,
          reason: .keptAsSource(line: note.contentLine + lines, detail: malformed?.detail ?? "\(error)")))
      return MarkdownText.fenced(source.trimmingWhitespace, language: "xml") + "\n"
    }
  }

  private mutating func moveResources(
    of note: EvernoteNote, to path: String, named name: String
  ) throws -> EvernoteMedia {
    var media = EvernoteMedia(note: path)
    for resource in note.resources {
      let shown = resource.name.isEmpty ? "attachment" : resource.name
      guard let file = resource.file, resource.damage == nil else {
        media.addDamaged(resource.type)
        let detail = resource.damage ?? "it has no content"
        problems.append(ArchiveProblem(item: name, reason: .damagedAttachment(name: resource.name, detail: detail)))
        continue
      }
      let kind = ArchiveMetadata.fileExtension(of: resource.type)
      let target = folder.reserveAttachment(named: shown, kind: kind, of: path)
      try folder.move(file, to: target)
      media.add(target, hash: resource.hash, isImage: resource.type.lowercased().hasPrefix("image/"))
    }
    return media
  }
}

/// A reference of a note's content to an attachment.
struct EvernoteMediaReference: Hashable {
  let type: String
  /// The MD5 of the attachment's content in hexadecimal digits.
  let hash: String
}

/// The attachments of a note, by the hashes of their contents.
struct EvernoteMedia {
  /// The path of the note's file.
  private let note: String
  private var links: [String: String] = [:]
  /// The paths of the attachments.
  private(set) var files: [String] = []
  /// The numbers of damaged attachments by their types. The hashes in the text are those of their whole contents.
  private var damaged: [String: Int] = [:]

  init(note: String) { self.note = note }

  mutating func add(_ file: String, hash: String, isImage: Bool) {
    files.append(file)
    guard links[hash] == nil else { return }
    let name = MarkdownText.escapedLabel(AttachmentFolder.name(in: file))
    links[hash] = "\(isImage ? "!" : "")[\(name)](\(LinkDestination.path(to: file, from: note)))"
  }

  mutating func addDamaged(_ type: String) { damaged[type.lowercased(), default: 0] += 1 }

  /// Returns the references that the note's damaged attachments do not explain: those of a type with more missing attachments
  /// than damaged ones. Each is returned once.
  func unexplained(_ missing: [EvernoteMediaReference]) -> [EvernoteMediaReference] {
    var seen: Set<EvernoteMediaReference> = []
    let distinct = missing.filter { seen.insert($0).inserted }
    let counts = Dictionary(grouping: distinct) { $0.type.lowercased() }.mapValues(\.count)
    return distinct.filter { reference in
      let type = reference.type.lowercased()
      return counts[type, default: 0] > damaged[type, default: 0]
    }
  }

  /// Returns the link to an attachment; `nil` when there is none.
  func link(_ hash: String) -> String? { links[hash.lowercased()] }
}
