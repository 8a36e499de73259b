import NotesDomain

/// The files that an import reads, and those that earlier imports of the same folder read.
struct ImportSource: Sendable {
  /// The folder in which the files are.
  let directory: String
  /// The path under which they are recorded: the folder, that of an earlier import that contains it, an archive, or a single
  /// file.
  let root: String
  /// The Markdown files, with paths inside the folder.
  let entries: [MarkdownFileEntry]
  /// The other files, to which notes may link.
  let files: LinkedFiles
  /// The imported folders inside of this one, as beginnings of paths: `Kitchen/`.
  let nested: [String]
  /// The imported folders that are gone. This one may be one of them under another path.
  let former: Set<PathKey>
  /// The files of earlier imports that are gone, renamed ones among them. A file or folder that was renamed may have left a symbolic
  /// link.
  let missing: [ImportRecord]
  /// The paths of files of earlier imports that are there, by the notes that they became.
  let recorded: [NoteID: String]
  /// The notes of files of earlier imports that are there. A mirror that was interrupted leaves two of a note that it moved.
  let owners: [PathKey: NoteID]
  /// The paths of all Markdown files that are read.
  let paths: Set<PathKey>
  /// Whether unchanged files bring back notes that were purged since.
  var restoresPurged = false

  /// Lists a folder or a single Markdown file. A part of an imported folder is imported as that part.
  static func files(
    of path: String, in folder: any MarkdownFolder, repository: any NoteRepository
  ) async throws -> ImportSource {
    let (canonical, file) = try location(of: path, in: folder)
    let imported = try await repository.importedFolders()
    let known = imported.filter { PathKey(canonical) == PathKey($0) || canonical.isInside($0) }
      .max { $0.utf8.count < $1.utf8.count }
    let directory = known ?? canonical
    let part = canonical.inside(directory).map { $0 + "/" } ?? ""
    let found = try file.map { [MarkdownFileEntry(path: $0, bytes: 0)] } ?? folder.entries(in: canonical)
    let entries = found.map {
      MarkdownFileEntry(path: part + $0.path, bytes: $0.bytes, hasInvalidName: $0.hasInvalidName)
    }
    // The folder of a single file may be the home folder, which is not searched for nothing.
    let linksToFiles = file == nil || entries.contains { hasFileLinks($0, in: directory, folder) }
    // A file outside of the part may be that of a note that one inside of it names.
    let all = known == nil || part.isEmpty && file == nil ? entries : try folder.entries(in: directory)
    var (missing, recorded, owners) = try await records(of: all, in: directory, repository: repository) {
      folder.isElsewhere($0, in: directory)
    }
    missing = file == nil ? missing.filter { $0.path.utf8.starts(with: part.utf8) } : []
    return ImportSource(
      directory: directory,
      // A single file is recorded by itself: its folder is not imported.
      root: known ?? file.map { "\(canonical)/\($0)" } ?? canonical, entries: entries,
      files: LinkedFiles(linksToFiles ? try folder.otherFiles(in: directory) : []),
      nested: imported.compactMap { $0.inside(directory) }.map { $0 + "/" },
      former: Set(imported.filter { folder.hasNothing(at: $0) }.map(PathKey.init)),
      missing: missing, recorded: recorded, owners: owners, paths: Set(entries.map { PathKey($0.path) }))
  }

  private static func hasFileLinks(
    _ entry: MarkdownFileEntry, in directory: String, _ folder: any MarkdownFolder
  ) -> Bool {
    guard let document = try? folder.read(entry, in: directory) else { return false }
    return document.attachments != nil || !FileLink.find(in: document.body).isEmpty
  }

  /// Returns the canonical path of a folder, or that of a Markdown file's folder with the name of the file.
  private static func location(
    of path: String, in folder: any MarkdownFolder
  ) throws(MarkdownFolderError) -> (folder: String, file: String?) {
    do {
      return (try folder.canonicalPath(of: path), nil)
    } catch {
      guard case .notADirectory = error, AttachmentFolder.isMarkdown(path) else { throw error }
      let parent = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<path.utf8.index(after: $0)] } ?? "."
      return (try folder.canonicalPath(of: String(parent)), AttachmentFolder.name(in: path))
    }
  }

  /// Lists the folder of an unpacked archive, whose notes are recorded under the archive's path.
  static func files(
    of archive: UnpackedArchive, in folder: any MarkdownFolder, repository: any NoteRepository
  ) async throws -> ImportSource {
    let entries = try folder.entries(in: archive.directory)
    let (missing, recorded, owners) = try await records(of: entries, in: archive.root, repository: repository) {
      folder.isElsewhere($0, in: archive.directory)
    }
    return ImportSource(
      directory: archive.directory, root: archive.root, entries: entries,
      files: LinkedFiles(try folder.otherFiles(in: archive.directory)), nested: [], former: [],
      missing: missing, recorded: recorded, owners: owners, paths: Set(entries.map { PathKey($0.path) }))
  }

  /// Returns the recorded files of a folder that are not among its entries, and the paths of those that are, or that are in a folder
  /// that cannot be read, or outside of this one, behind a symbolic link, with their notes. O(number of records).
  private static func records(
    of entries: [MarkdownFileEntry], in root: String, repository: any NoteRepository, isElsewhere: (String) -> Bool
  ) async throws -> (missing: [ImportRecord], recorded: [NoteID: String], owners: [PathKey: NoteID]) {
    var (missing, recorded, owners): ([ImportRecord], [NoteID: String], [PathKey: NoteID]) = ([], [:], [:])
    var (present, last): (Set<PathKey>?, String?) = (nil, nil)

    while true {
      let records = try await repository.importedFiles(of: root, after: last, limit: 1000)
      guard let end = records.last else { return (missing, recorded, owners) }
      let paths = present ?? Set(entries.map { PathKey($0.path) })
      present = paths
      for record in records {
        // An entry with a record inside is a folder that cannot be read.
        let isThere =
          paths.contains(PathKey(record.path)) || record.path.enclosingPaths.contains { paths.contains(PathKey($0)) }
          || isElsewhere(record.path)
        if isThere {
          recorded[record.note] = record.path
          owners[PathKey(record.path)] = record.note
        } else {
          missing.append(record)
        }
      }
      last = end.path
    }
  }
}

extension ImportSource {
  /// Returns the paths under which a file may have been recorded: inside this folder, inside a folder in it, or by itself.
  func recordedPaths(of path: String) -> [String] {
    let own = nested.contains { $0.hasSameBytes(as: path + "/") } ? [AttachmentFolder.name(in: path)] : []
    return [path] + own + nested.compactMap { path.rest(after: $0).map(String.init) }
  }

  /// Returns the record of a file: of the same file, or of one in a folder that was moved, with the file unchanged.
  func record(of document: MarkdownDocument, among records: [ImportRecord]) -> ImportRecord? {
    records.first { isRecord($0, of: document.path) }
      ?? records.first { isFile(of: $0, at: document.path) }
      ?? records.first { $0.path.hasSameBytes(as: document.path) && $0.digest == document.digest }
  }

  /// Returns whether a record is that of a file in this folder, and not of another import of it or of a folder that was moved.
  func isRecord(_ record: ImportRecord, of path: String) -> Bool {
    record.directory.hasSameBytes(as: root) && record.path.hasSameBytes(as: path)
  }

  /// Returns whether a record is that of a file in this folder, in whichever import.
  func isFile(of record: ImportRecord, at path: String) -> Bool { record.file.hasSameBytes(as: "\(directory)/\(path)") }

  /// Returns whether a record is that of a folder that is gone.
  func isFormer(_ record: ImportRecord) -> Bool { former.contains(PathKey(record.directory)) }

  /// Returns the record of an unchanged file under its path in this folder.
  func relocated(_ record: ImportRecord, to path: String) -> ImportRecord {
    ImportRecord(
      directory: root, path: path, digest: record.digest, note: record.note, content: record.content,
      noteModified: record.noteModified)
  }
}

extension MarkdownFolder {
  /// Returns whether there is neither a file nor a folder at an absolute path.
  func hasNothing(at path: String) -> Bool {
    do {
      _ = try canonicalPath(of: path)
      return false
    } catch {
      if case .missing = error { return true }
      return false
    }
  }
}

extension ImportRecord {
  /// The absolute path of the file. One that was imported by itself is its own folder.
  var file: String { directory.ends(with: "/" + path) ? directory : "\(directory)/\(path)" }

  /// Returns whether a document can be the file after a move: it is as the file was, or a later version of it. An older copy is not.
  func isFile(_ document: MarkdownDocument) -> Bool {
    digest == document.digest || content.map { $0 == document.base } ?? false
  }

  /// Returns whether the file is in its folder, and not in an archive.
  func isThere(in folder: any MarkdownFolder) -> Bool {
    guard !folder.hasNothing(at: file) else { return false }
    return directory.hasSameBytes(as: file) || (try? folder.canonicalPath(of: directory)) != nil
  }
}

extension [ImportRecord] {
  /// Returns the records of files that left their folders, which have others. An empty folder is more likely to be one that is not
  /// mounted. O(number of files of those folders).
  func abandoned(in folder: any MarkdownFolder) -> Set<ImportRecord> {
    let gone = filter { folder.hasNothing(at: $0.file) }
    let used = Set(gone.map { PathKey($0.directory) }).filter { (try? folder.entries(in: $0.path).isEmpty) == false }
    return Set(gone.filter { used.contains(PathKey($0.directory)) })
  }
}
