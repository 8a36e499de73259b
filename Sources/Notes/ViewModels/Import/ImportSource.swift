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
  /// The files of earlier imports that are gone, renamed ones among them.
  let missing: [ImportRecord]

  /// Lists a folder or a single Markdown file. A part of an imported folder is imported as that part.
  static func files(
    of path: String, in folder: any MarkdownFolder, repository: any NoteRepository
  ) async throws -> ImportSource {
    let (canonical, file) = try location(of: path, in: folder)
    let imported = try await repository.importedFolders()
    let known = imported.filter { canonical == $0 || canonical.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    let directory = known ?? canonical
    let part = canonical == directory ? "" : canonical.dropFirst(directory.count + 1) + "/"
    let found = try file.map { [MarkdownFileEntry(path: $0, bytes: 0)] } ?? folder.entries(in: canonical)
    let entries = found.map {
      MarkdownFileEntry(path: part + $0.path, bytes: $0.bytes, hasInvalidName: $0.hasInvalidName)
    }
    // The folder of a single file may be the home folder, which is not searched for nothing.
    let linksToFiles = file == nil || entries.contains { hasFileLinks($0, in: directory, folder) }
    return ImportSource(
      directory: directory,
      // A single file is recorded by itself: its folder is not imported.
      root: known ?? file.map { "\(canonical)/\($0)" } ?? canonical, entries: entries,
      files: LinkedFiles(linksToFiles ? try folder.otherFiles(in: directory) : []),
      nested: imported.filter { $0.hasPrefix(directory + "/") }.map { $0.dropFirst(directory.count + 1) + "/" },
      missing: file == nil ? try await missing(from: entries, in: directory, part: part, repository: repository) : [])
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
      let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "."
      return (try folder.canonicalPath(of: String(parent)), AttachmentFolder.name(in: path))
    }
  }

  /// Lists the folder of an unpacked archive, whose notes are recorded under the archive's path.
  static func files(
    of archive: UnpackedArchive, in folder: any MarkdownFolder, repository: any NoteRepository
  ) async throws -> ImportSource {
    let entries = try folder.entries(in: archive.directory)
    return ImportSource(
      directory: archive.directory, root: archive.root, entries: entries,
      files: LinkedFiles(try folder.otherFiles(in: archive.directory)), nested: [],
      missing: try await missing(from: entries, in: archive.root, part: "", repository: repository))
  }

  /// Returns the recorded files in a part of a folder that are not among its entries. O(number of records).
  private static func missing(
    from entries: [MarkdownFileEntry], in root: String, part: String, repository: any NoteRepository
  ) async throws -> [ImportRecord] {
    var (missing, last): ([ImportRecord], String?) = ([], nil)
    var present: Set<String>?
    while true {
      let records = try await repository.importedFiles(of: root, after: last, limit: 1000)
      guard let end = records.last else { return missing }
      let paths = present ?? Set(entries.map(\.path))
      present = paths
      missing += records.filter { $0.path.hasPrefix(part) && !paths.contains($0.path) }
      last = end.path
    }
  }
}

extension ImportSource {
  /// Returns the paths under which a file may have been recorded: inside this folder, inside a folder in it, or by itself.
  func recordedPaths(of path: String) -> [String] {
    let own = nested.contains(path + "/") ? [AttachmentFolder.name(in: path)] : []
    return [path] + own + nested.filter(path.hasPrefix).map { String(path.dropFirst($0.count)) }
  }

  /// Returns the record of a file: of the same file, or of one in a folder that was moved, with the file unchanged.
  func record(of document: MarkdownDocument, among records: [ImportRecord]) -> ImportRecord? {
    records.first { $0.directory == root && $0.path == document.path }
      ?? records.first { $0.file == "\(directory)/\(document.path)" }
      ?? records.first { $0.path == document.path && $0.digest == document.digest }
  }
}

extension ImportRecord {
  /// The absolute path of the file. One that was imported by itself is its own folder.
  fileprivate var file: String { directory.hasSuffix("/" + path) ? directory : "\(directory)/\(path)" }
}
