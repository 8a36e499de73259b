import Crypto
import NotesDisk
import NotesDomain
import NotesTransfer

/// Reads the notes of an Evernote export one after another. Contents and resources go to scratch files, since some are
/// larger than the memory.
struct EvernoteReader {
  /// The hidden folder of the scratch files.
  static let scratch = ".scratch"
  /// The path of the scratch file of contents.
  static let contents = scratch + "/contents"
  /// The maximum size of a content, in bytes. Its markup takes several times the space of its text.
  private static let maximumContentBytes = 4 * NoteLimit.text.maximum
  /// The maximum size of another element's text.
  private static let maximumTextBytes = 1 << 20

  private let folder: ArchiveFolder
  private var xml: XMLEventReader
  /// The scratch file of all contents: a file for each would take longer than reading the export.
  private let contents: ArchiveFileWriter
  private var contentsBytes = 0
  /// The number of scratch files of resources.
  private var files = 0
  private var hasBegun = false
  /// The title of the note that is being read.
  private var title = ""
  private(set) var problems: [ArchiveProblem] = []

  init(_ file: OpenFile, folder: ArchiveFolder) throws {
    self.folder = folder
    contents = try folder.createFile(at: Self.contents)
    xml = try XMLEventReader { try file.bytes(from: $0, limit: 1 << 16) }
  }

  /// Returns the next note; `nil` at the end. A malformed note is reported and skipped.
  ///
  /// - Throws: ``XMLEventReader/Malformed`` when the file is no export at all.
  mutating func next() throws -> EvernoteNote? {
    while true {
      do {
        return try nextWellFormed()
      } catch let error as XMLEventReader.Malformed {
        guard hasBegun else { throw error }
        problems.append(
          ArchiveProblem(
            item: title, reason: .malformed(line: error.line, detail: error.detail)))
        title = ""
        guard try xml.recover(at: "note") else { return nil }
      }
    }
  }

  private mutating func nextWellFormed() throws -> EvernoteNote? {
    while let event = try xml.next() {
      guard case .start(let name, _) = event else { continue }
      if !hasBegun {
        guard name == "en-export" else { throw xml.malformed("the outermost element is <\(name)>, not <en-export>") }
        hasBegun = true
      } else if name == "note" {
        return try note()
      } else {
        try skipElement()
      }
    }
    return nil
  }

  private mutating func note() throws -> EvernoteNote {
    var note = EvernoteNote(line: xml.line)
    title = ""
    try forEachChild { reader, name, attributes in
      switch name {
      case "title":
        note.title = try reader.text()
        reader.title = note.title.trimmingWhitespace
      case "content": try reader.readContent(of: &note)
      case "created": note.created = try reader.time(of: &note)
      case "updated": note.updated = try reader.time(of: &note)
      case "tag": note.tags.append(try reader.text())
      case "note-attributes":
        try reader.forEachChild { reader, name, attributes in
          // Data of other programs has a key.
          let key = attributes["key"].map { "\(name)-\($0)" } ?? name
          note.attributes.append((key, try reader.text().trimmingWhitespace))
        }
      case "resource": note.resources.append(try reader.resource())
      case "task": note.tasks.append(try reader.task())
      default: try reader.skipElement()
      }
    }
    title = ""
    return note
  }

  /// Returns a time; `nil` for one that cannot be read, which is recorded in the note, and for an empty one.
  private mutating func time(of note: inout EvernoteNote) throws -> Timestamp? {
    let text = try text().trimmingWhitespace
    let time = Timestamp(evernote: text)
    if time == nil, !text.isEmpty { note.invalidTimes.append(text) }
    return time
  }

  private mutating func readContent(of note: inout EvernoteNote) throws {
    let (start, line) = (contentsBytes, xml.line)
    let contents = contents
    var (size, written) = (0, 0)
    defer { contentsBytes += written }
    try forEachPiece { bytes in
      size += bytes.count
      guard size <= Self.maximumContentBytes else { return }
      try contents.append(bytes)
      note.digest.append(bytes)
      written += bytes.count
    }
    if size > Self.maximumContentBytes { note.oversize = size }
    note.content = start..<start + written
    note.contentLine = line
  }

  private mutating func resource() throws -> EvernoteNote.Resource {
    var resource = EvernoteNote.Resource()
    try forEachChild { reader, name, attributes in
      switch name {
      case "data": try reader.readData(of: &resource, encoding: attributes["encoding"] ?? "base64")
      case "mime": resource.type = try reader.text().trimmingWhitespace
      case "resource-attributes":
        try reader.forEachChild { reader, name, _ in
          let text = try reader.text()
          if name == "file-name" { resource.name = text.trimmingWhitespace }
        }
      default: try reader.skipElement()
      }
    }
    return resource
  }

  private mutating func readData(of resource: inout EvernoteNote.Resource, encoding: String) throws {
    let (path, writer) = try scratchFile()
    var base64 = Base64Stream()
    var hash = Insecure.MD5()
    var damage = encoding.lowercased() == "base64" ? nil : "the encoding '\(encoding)' is not supported"
    let append = { (bytes: [UInt8]?) in
      guard let bytes else { return damage = damage ?? "the content is not valid Base64" }
      hash.update(data: bytes)
      try writer.append(bytes)
    }
    try forEachPiece { if damage == nil { try append(base64.decode($0)) } }
    if damage == nil { try append(base64.finish()) }
    try writer.finish()
    resource.file = path
    resource.damage = damage
    resource.hash = hash.finalize().map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  private mutating func task() throws -> EvernoteNote.Task {
    var task = EvernoteNote.Task()
    try forEachChild { reader, name, _ in
      switch name {
      case "title": task.title = try reader.text()
      case "taskStatus": task.isDone = try reader.text().trimmingWhitespace == "completed"
      case "taskGroupNoteLevelID": task.group = try reader.text().trimmingWhitespace
      case "sortWeight": task.weight = try reader.text().trimmingWhitespace
      default: try reader.skipElement()
      }
    }
    return task
  }

  private mutating func scratchFile() throws -> (path: String, writer: ArchiveFileWriter) {
    files += 1
    let path = "\(Self.scratch)/\(files)"
    return (path, try folder.createFile(at: path))
  }

  // MARK: Elements

  /// Calls a closure for each element inside of the one that was just opened. The closure reads it to its end.
  private mutating func forEachChild(
    _ body: (inout EvernoteReader, _ name: String, _ attributes: [String: String]) throws -> Void
  ) throws {
    while let event = try xml.next() {
      switch event {
      case .start(let name, let attributes): try body(&self, name, attributes)
      case .end: return
      case .text: break
      }
    }
  }

  /// Calls a closure for each piece of text up to the end of the element that was just opened.
  private mutating func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    var depth = 1
    while depth > 0, let event = try xml.next() {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text(let bytes): try body(bytes)
      }
    }
  }

  private mutating func skipElement() throws {
    try forEachPiece { _ in }
  }

  private mutating func text() throws -> String {
    var text: [UInt8] = []
    var isTooLong = false
    try forEachPiece { bytes in
      isTooLong = isTooLong || text.count + bytes.count > Self.maximumTextBytes
      if !isTooLong { text += bytes }
    }
    guard !isTooLong else { throw xml.malformed("a text has more than \(Self.maximumTextBytes) bytes") }
    guard let string = String(validating: text, as: UTF8.self) else { throw xml.malformed("a text is not UTF-8") }
    return string
  }
}
