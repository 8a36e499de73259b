import Foundation
import NotesDisk
import NotesDomain
import NotesFrontMatter
import NotesTransfer

/// A folder for the files of one archive, which only its owner can read.
///
/// Names of files come from the archive. So they are changed into ones that every common file system accepts, and paths
/// cannot leave the folder. They depend on the archive alone, not on what else is on the disk.
///
/// The folder has a lock while it is used. One without a lock is that of a program that was ended, and is removed by the next
/// one that unpacks an archive.
final class ArchiveFolder {
  /// The beginning of the names of all such folders.
  private static let prefix = "notesctl-import-"
  /// The maximum length of a notebook's path, in bytes, well below the limits of systems.
  private static let maximumNotebookBytes = 1000

  let path: String
  /// The lock, which lasts at least as long as this object; `nil` on a file system without locks, where others cannot take it
  /// for an abandoned one either, and for a folder that is only to be removed.
  let lock: FileLock?
  /// The reserved paths of files in lower case, since some file systems ignore case.
  private var taken: Set<String> = []
  /// The next numbers of paths that are taken, in lower case. A number once taken is never free again.
  private var numbers: [String: Int] = [:]
  /// The paths of folders, in lower case.
  private var folders: Set<String> = []

  /// Creates a folder with a random name, and locks it.
  init(in parent: String) throws {
    while true {
      var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw ArchiveError(.current, writing: parent) }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let locked = Result { () throws(SystemError) in try FileLock(folder: path) }
      // Another program found the folder before it had a lock, and removes it.
      if case .failure(let error) = locked, error.code == EWOULDBLOCK || error.code == ENOENT { continue }
      (self.path, lock) = (path, try? locked.get())
      return
    }
  }

  /// Opens a folder that exists.
  init(path: String) { (self.path, lock) = (path, nil) }

  /// Removes the user's folders that no program has locked: those of programs that were ended.
  static func removeAbandoned(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.begins(with: prefix) {
      let path = parent + "/" + name
      guard let status = stat(of: path, followsLinks: false), status.kind == S_IFDIR, status.st_uid == geteuid(),
        let lock = try? FileLock(folder: path)
      else { continue }
      withExtendedLifetime(lock) { ArchiveFolder(path: path).remove() }
    }
  }

  /// Removes the folder with everything in it. Idempotent.
  func remove() {
    // Only a folder that was made for an archive: a wrong path must not remove anything else.
    guard AttachmentFolder.name(in: path).begins(with: Self.prefix) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  // MARK: Names

  /// Reserves the path of a notebook, whose names become valid names of folders. Notebooks are reserved before notes, and
  /// notes before attachments.
  func reserveNotebook(_ names: [String]) -> String {
    var path = ""
    for name in names {
      let longer = (path.isEmpty ? "" : path + "/") + MarkdownFileName.stem(for: name)
      // The innermost notebooks of a deeply nested one are merged into it.
      guard longer.utf8.count <= Self.maximumNotebookBytes else { break }
      path = longer
      folders.insert(path.lowercased())
    }
    return path
  }

  /// Reserves the path of a notebook as it is. Returns whether that is possible: not if the path is too long, or leads
  /// through the file of a note.
  func reserveNotebook(_ notebook: Notebook) -> Bool {
    let path = notebook.path.lowercased()
    guard !path.isEmpty, path.utf8.count <= Self.maximumNotebookBytes else { return path.isEmpty }
    let parents = path.enclosingPaths + [path]
    guard taken.isDisjoint(with: parents) else { return false }
    folders.formUnion(parents)
    return true
  }

  /// Reserves a path for a note: its notebook and title, with a number if the path is taken.
  func reserveNote(title: String, notebook: String) -> String {
    reserveNote(fileName: MarkdownFileName.stem(for: title), notebook: notebook)
  }

  /// Reserves a path for a note whose file has a valid name, with a number if the path is taken.
  func reserveNote(fileName: String, notebook: String) -> String {
    reserve((notebook.isEmpty ? "" : notebook + "/") + fileName, ".md")
  }

  /// Reserves a path for an attachment of a note.
  ///
  /// - Parameters:
  ///   - name: The name as the archive gives it. Characters that some systems reject are replaced, and a number is added
  ///     if the note has another attachment of that name.
  ///   - kind: The file extension for a name without one.
  func reserveAttachment(named name: String, kind: String, of note: String) -> String {
    let (stem, ending) = Self.parts(of: name, kind: kind)
    var number = 1
    while true {
      let path = AttachmentFolder.path(of: stem + ending, in: note, number: number)
      let parents = path.lowercased().enclosingPaths
      if taken.isDisjoint(with: parents) {
        folders.formUnion(parents)
        return reserve(path.beginning(before: ending).map(String.init) ?? path, ending)
      }
      // A file has the path of the folder.
      number += 1
    }
  }

  private func reserve(_ stem: String, _ ending: String) -> String {
    var path = stem + ending
    let key = path.lowercased()
    var number = numbers[key] ?? 1
    while true {
      if number > 1 { path = "\(stem) \(number)\(ending)" }
      number += 1
      if !folders.contains(path.lowercased()), taken.insert(path.lowercased()).inserted { break }
    }
    numbers[key] = number
    return path
  }

  /// Returns the valid name of a file, and its extension with the dot.
  private static func parts(of name: String, kind: String) -> (stem: String, ending: String) {
    let isEnding = { (text: Substring) in (1...16).contains(text.utf8.count) && text.utf8.allSatisfy(\.isAlphanumeric) }
    if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), isEnding(name[name.utf8.index(after: dot)...]) {
      return (MarkdownFileName.stem(for: String(name[..<dot])), String(name[dot...]))
    }
    return (MarkdownFileName.stem(for: name), isEnding(kind[...]) ? "." + kind : "")
  }

  // MARK: Files

  /// Writes a note to its path, which was reserved. Neither durable nor atomic: the folder is private and temporary.
  package func write(_ document: MarkdownDocument) throws {
    let file = try createFile(at: document.path)
    try file.append(FrontMatterWriter.text(for: document).utf8)
    try file.append(document.body.utf8)
    try file.finish()
  }

  /// Creates a file at a path inside the folder, and the folders above it.
  func createFile(at file: String) throws -> ArchiveFileWriter {
    try translated(writing: file) {
      let (folder, name) = try OpenFolder.containing(.inside(folder: path, path: file), isCreating: true)
      let descriptor = openat(folder.descriptor, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw SystemError.current }
      return ArchiveFileWriter(path: path + "/" + file, descriptor: descriptor)
    }
  }

  /// Moves a file to another path inside the folder, and creates the folders above it.
  func move(_ file: String, to other: String) throws {
    try translated(writing: other) {
      let (source, name) = try OpenFolder.containing(.inside(folder: path, path: file), isCreating: false)
      let (target, newName) = try OpenFolder.containing(.inside(folder: path, path: other), isCreating: true)
      guard renameat(source.descriptor, name, target.descriptor, newName) == 0 else { throw SystemError.current }
    }
  }

  /// Opens a file that was written before.
  func open(_ file: String) throws -> OpenFile {
    try translated(writing: file) { try OpenFile(.inside(folder: path, path: file)) }
  }

  /// Removes a file or a folder with its files, if it exists.
  func discard(_ file: String) {
    try? FileManager.default.removeItem(atPath: path + "/" + file)
  }

  private func translated<Value>(writing file: String, _ body: () throws -> Value) throws -> Value {
    try SystemError.translated({ ArchiveError($0, writing: path + "/" + file) }, body)
  }
}

/// A writer of one file in the folder of an archive.
final class ArchiveFileWriter {
  private let path: String
  /// The descriptor; `nil` when the file is finished.
  private var descriptor: Int32?

  fileprivate init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { if let descriptor { close(descriptor) } }

  func append(_ bytes: some Collection<UInt8>) throws {
    try SystemError.translated({ ArchiveError($0, writing: path) }) {
      guard let descriptor else { throw SystemError(code: EBADF) }
      try PrivateFiles.append(bytes, to: descriptor)
    }
  }

  /// Closes the file. Some file systems report a full disk only here.
  func finish() throws {
    guard let descriptor else { return }
    self.descriptor = nil
    guard close(descriptor) == 0 else { throw ArchiveError(.current, writing: path) }
  }
}

extension UInt8 {
  /// Whether the byte is a letter or digit of ASCII.
  var isAlphanumeric: Bool {
    let lower = self | 0x20
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "z") ~= lower
  }

  /// Whether the byte is a hexadecimal digit in upper or lower case.
  var isHexadecimal: Bool {
    let lower = self | 0x20
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= lower
  }
}
