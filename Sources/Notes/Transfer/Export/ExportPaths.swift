import NotesDomain

/// The paths of an export, unique for each note and attachment.
struct ExportPaths {
  /// The maximum length of a path inside the folder, in bytes. Systems accept four thousand in all.
  static let maximumBytes = 2000

  /// The paths that are given to notes and attachments, as they are spelled, by path in lower case: some file systems ignore
  /// case. Those of attachments have their contents.
  private var taken: [String: (path: String, digest: BlobDigest?)] = [:]
  /// The folders of notes and attachments with their parents, in lower case.
  private var folders: Set<String> = []
  /// The paths of notes that are in the folder already, sorted. A mirror that was interrupted leaves two of a note that it moved.
  private var kept: [NoteID: [String]] = [:]
  /// The numbers of files that are in the folder already, by path in lower case.
  private var spellings: [String: Int] = [:]
  /// The next numbers to try for notes of one name, by the path without a number in lower case.
  private var numbers: [String: Int] = [:]

  /// Creates the paths of an export.
  ///
  /// - Parameters:
  ///   - notebooks: The notebooks, which are folders: no attachment takes their paths.
  ///   - records: The files that are in the folder already, whose notes keep their paths as long as these fit.
  init(notebooks: [Notebook], records: [ImportRecord] = []) {
    for notebook in notebooks { addFolders(of: notebook.path.lowercased() + "/") }
    for record in records.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      kept[record.note, default: []].append(record.path)
      taken[record.path.lowercased()] = (record.path, nil)
      spellings[record.path.lowercased(), default: 0] += 1
    }
  }

  /// Returns the paths of a note's files in the folder if the note leaves them, to the trash or for another name.
  func abandonedPaths(of note: Note) -> [String] {
    keptPath(of: note) == nil ? kept[note.id] ?? [] : []
  }

  /// Returns whether the file at a path goes on being that of a note.
  func keeps(_ note: Note, at path: String) -> Bool {
    keptPath(of: note).map(PathKey.init) == PathKey(path)
  }

  /// Returns the path of the file that goes on being that of a note: of several, the first one.
  private func keptPath(of note: Note) -> String? {
    note.trashed == nil ? kept[note.id]?.first { fits($0, note) } : nil
  }

  /// Makes the path of a note's file in the folder free for all notes.
  mutating func release(_ path: String, of note: NoteID) {
    kept[note]?.removeAll { $0.hasSameBytes(as: path) }
    let path = path.lowercased()
    // Where case matters, another file may have the path in another spelling.
    numbers.removeAll()
    spellings[path, default: 1] -= 1
    if spellings[path] == 0 { taken[path] = nil }
  }

  /// Returns the path of a note: its notebook and title, or the name of its file, with a number if the path is taken.
  mutating func path(for note: Note) -> String {
    if let path = keptPath(of: note) { return path }
    // A notebook's names are valid names of folders, and unchanged, so that an import finds the same notebook.
    let folder = note.notebook.path
    let base = folder.isEmpty ? note.fileStem : "\(folder)/\(note.fileStem)"
    var path = "\(base).md"
    if isUsed(path) {
      var number = numbers[base.lowercased()] ?? 2
      repeat {
        path = "\(base) \(number).md"
        number += 1
      } while isUsed(path)
      numbers[base.lowercased()] = number
    }
    taken[path.lowercased()] = (path, nil)
    return path
  }

  /// Returns whether a path is that of a file or of a folder.
  private func isUsed(_ path: String) -> Bool {
    let path = path.lowercased()
    return taken[path] != nil || folders.contains(path)
  }

  /// Returns whether a path is that of a note, with or without a number.
  private func fits(_ path: String, _ note: Note) -> Bool {
    let stem = MarkdownFileName.stem(ofPath: path)
    return path.enclosingPath == note.notebook.path
      && (stem == note.fileStem || MarkdownFileName.isNumbered(stem, of: note.fileStem))
  }

  private mutating func addFolders(of file: String) {
    folders.formUnion(file.enclosingPaths)
  }
}

// MARK: - Attachments

extension ExportPaths {
  /// The path of an attachment.
  struct AttachmentPath {
    let path: String
    /// The file that the path had before.
    let occupant: Occupant
  }

  /// The file that an attachment finds at a path.
  enum Occupant {
    /// Nothing.
    case none
    /// A file of the same content.
    case same
    /// An attachment of the same content, which the export has given the path already: several notes share it.
    case shared
    /// A file that an export or import knew, that is as it was then, and that no note needs any more.
    case obsolete
    /// A file that is not to be written over.
    case other
  }

  /// Returns the path where a folder should have an attachment of a note: where it was, or where the text links to it; `nil` for
  /// the folder of the note's attachments.
  static func givenPath(of attachment: Attachment, at path: String, links: [FileLink]) -> String? {
    attachment.path.isEmpty
      ? AttachmentFolder.linkedPath(of: attachment.name, in: path, links: links) : attachment.path
  }

  /// Returns the paths of a note's attachments, in order.
  ///
  /// An attachment is where it was, or where the text links to it, and several notes share a file of the same content. If
  /// another file is there, or the path would be that of a file and a folder, it moves to another folder with a number.
  ///
  /// - Parameter occupant: Returns what the folder has at a path that is not given to an attachment yet.
  mutating func paths(
    forAttachmentsOf note: Note, at path: String, occupant: (String, BlobDigest) async throws -> Occupant
  ) async rethrows -> [AttachmentPath] {
    let links = note.attachments.isEmpty ? [] : FileLink.find(in: note.body)
    var result: [AttachmentPath] = []
    for attachment in note.attachments {
      let given = Self.givenPath(of: attachment, at: path, links: links)
      result.append(try await self.path(for: attachment, given: given, of: path, occupant: occupant))
    }
    return result
  }

  private mutating func path(
    for attachment: Attachment, given: String?, of document: String,
    occupant: (String, BlobDigest) async throws -> Occupant
  ) async rethrows -> AttachmentPath {
    if let given, let found = try await take(given, for: attachment.digest, occupant) { return found }
    var number = 1
    while true {
      let path = AttachmentFolder.path(of: attachment.name, in: document, number: number)
      if let found = try await take(path, for: attachment.digest, occupant) { return found }
      number += 1
    }
  }

  /// Gives a path to an attachment; returns `nil` if it is that of another one, of a note, or of a file to keep.
  private mutating func take(
    _ path: String, for digest: BlobDigest, _ occupant: (String, BlobDigest) async throws -> Occupant
  ) async rethrows -> AttachmentPath? {
    let key = path.lowercased()
    if let taken = taken[key] {
      return taken.digest == digest && taken.path.hasSameBytes(as: path)
        ? AttachmentPath(path: path, occupant: .shared) : nil
    }
    guard isFree(key) else { return nil }
    let found = try await occupant(path, digest)
    guard found != .other else { return nil }
    reserve(path, for: digest)
    return AttachmentPath(path: path, occupant: found)
  }

  /// Gives a path to the attachment that is there already.
  mutating func reserve(_ path: String, for digest: BlobDigest) {
    let key = path.lowercased()
    guard taken[key] == nil else { return }
    taken[key] = (path, digest)
    addFolders(of: key)
  }

  private func isFree(_ key: String) -> Bool {
    !folders.contains(key) && !key.enclosingPaths.contains { taken[$0] != nil }
  }
}
