import NotesDomain

/// The paths of an export, unique for each note and attachment.
struct ExportPaths {
  /// The path of an attachment.
  struct AttachmentPath {
    let path: String
    /// Whether an earlier attachment of the same content has the path.
    var isShared = false
  }

  /// The maximum length of a path inside the folder, in bytes. Systems accept four thousand in all.
  static let maximumBytes = 2000

  /// The used paths in lower case, since some file systems ignore case; those of attachments with their contents.
  private var taken: [String: BlobDigest?] = [:]
  /// The folders of notes and attachments with their parents, in lower case.
  private var folders: Set<String> = []
  /// The paths of notes that are in the folder already.
  private var kept: [NoteID: String] = [:]
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
    for record in records {
      kept[record.note] = record.path
      taken[record.path.lowercased()] = .some(nil)
      spellings[record.path.lowercased(), default: 0] += 1
    }
  }

  /// Returns the path of a note's file in the folder if the note leaves it, to the trash or for another name.
  func abandonedPath(of note: Note) -> String? {
    guard let path = kept[note.id] else { return nil }
    return note.trashed == nil && fits(path, note) ? nil : path
  }

  /// Makes the path of a note's file in the folder free for all notes.
  mutating func release(_ note: NoteID) {
    guard let path = kept.removeValue(forKey: note)?.lowercased() else { return }
    // Where case matters, another file may have the path in another spelling.
    numbers.removeAll()
    spellings[path, default: 1] -= 1
    if spellings[path] == 0 { taken[path] = nil }
  }

  /// Returns the path of a note: its notebook and title, or the name of its file, with a number if the path is taken.
  mutating func path(for note: Note) -> String {
    if let path = kept[note.id], fits(path, note) { return path }
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
    taken[path.lowercased()] = .some(nil)
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
    return path.split(separator: "/").dropLast().joined(separator: "/") == note.notebook.path
      && (stem == note.fileStem || MarkdownFileName.isNumbered(stem, of: note.fileStem))
  }

  /// Returns the paths of a note's attachments, in order.
  ///
  /// An attachment is where it was, or where the text links to it, and several notes share a file of the same content. If its
  /// path is taken by another, or would be that of a file and a folder, it moves to another folder with a number.
  @discardableResult
  mutating func paths(forAttachmentsOf note: Note, at path: String) -> [AttachmentPath] {
    let links = note.attachments.isEmpty ? [] : FileLink.find(in: note.body)
    return note.attachments.map { attachment in
      let given =
        attachment.path.isEmpty
        ? AttachmentFolder.linkedPath(of: attachment.name, in: path, links: links) : attachment.path
      if let given {
        if taken[given.lowercased()] == attachment.digest { return AttachmentPath(path: given, isShared: true) }
        if reserve(given.lowercased(), for: attachment.digest) { return AttachmentPath(path: given) }
      }
      var number = 1
      while true {
        let path = AttachmentFolder.path(of: attachment.name, in: path, number: number)
        if reserve(path.lowercased(), for: attachment.digest) { return AttachmentPath(path: path) }
        number += 1
      }
    }
  }

  /// Returns whether a path is used.
  func isTaken(_ path: String) -> Bool { taken[path.lowercased()] != nil }

  private mutating func reserve(_ file: String, for digest: BlobDigest) -> Bool {
    let parents = file.indices.filter { file[$0] == "/" }.map { String(file[..<$0]) }
    guard taken[file] == nil, !folders.contains(file), !parents.contains(where: { taken[$0] != nil }) else {
      return false
    }
    taken[file] = .some(digest)
    addFolders(of: file)
    return true
  }

  private mutating func addFolders(of file: String) {
    folders.formUnion(file.indices.filter { file[$0] == "/" }.map { String(file[..<$0]) })
  }
}
