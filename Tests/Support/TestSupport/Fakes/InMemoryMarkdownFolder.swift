package import NotesDomain
package import NotesTransfer
import Synchronization

/// Folders of Markdown files in memory, stored as documents without parsing.
///
/// ```swift
/// let folder = InMemoryMarkdownFolder()
/// folder.add(MarkdownDocument(path: "Kitchen/Bread.md", …), in: "/vault")
/// folder.add(problem: .notUTF8(offset: 3), at: "Broken.md", in: "/vault")
/// ```
package final class InMemoryMarkdownFolder: MarkdownFolder {
  fileprivate enum File {
    case document(MarkdownDocument)
    case problem(MarkdownFileError.Reason)
  }

  private struct State {
    var folders: [String: [PathKey: File]] = [:]
    var failure: MarkdownFolderError?
    /// The paths of symbolic links with their folders.
    var links: Set<String> = []
    /// Those that lead to another path in their folder.
    var innerLinks: Set<String> = []
    var written: [String] = []
    var removed: [String] = []
    var unflushed: Set<String> = []
    var flushes = 0
    var flushFailure: MarkdownFolderError?
    var afterWrite: (@Sendable (String) -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  /// The error of every call that can throw a ``MarkdownFolderError``; `nil` for none.
  package var failure: MarkdownFolderError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error of ``flush(_:)``; `nil` for none.
  package var flushFailure: MarkdownFolderError? {
    get { state.withLock { $0.flushFailure } }
    set { state.withLock { $0.flushFailure = newValue } }
  }

  /// What happens after each write of a file, whose path is given: a person saves another one, for example; `nil` for nothing.
  package var afterWrite: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.afterWrite } }
    set { state.withLock { $0.afterWrite = newValue } }
  }

  /// The number of times that a folder was flushed.
  package var flushes: Int { state.withLock { $0.flushes } }

  /// Whether a failure of power may undo a change of a folder.
  package func isUnflushed(_ directory: String) -> Bool {
    state.withLock { $0.unflushed.contains(Self.canonical(directory)) }
  }

  /// The paths of the written files, in order.
  package var written: [String] { state.withLock { $0.written } }

  /// The paths of the removed files, also of those that are no documents, in order.
  package var removed: [String] { state.withLock { $0.removed } }

  package func add(_ document: MarkdownDocument, in directory: String) {
    state.withLock {
      $0.folders[Self.canonical(directory), default: [:]][PathKey(document.path)] = .document(document.stamped)
    }
  }

  /// Adds an unreadable file to a folder.
  ///
  /// - Parameters:
  package func add(problem: MarkdownFileError.Reason, at path: String, in directory: String) {
    state.withLock { $0.folders[Self.canonical(directory), default: [:]][PathKey(path)] = .problem(problem) }
  }

  /// Adds a file that is no Markdown file, of which only the path matters.
  package func addFile(_ path: String, in directory: String) { add(problem: .nameNotUTF8, at: path, in: directory) }

  /// Removes a file.
  package func removeFile(_ path: String, in directory: String) {
    state.withLock { state in _ = state.folders[Self.canonical(directory)]?.removeValue(forKey: PathKey(path)) }
  }

  /// Moves a folder inside another one away, and puts a symbolic link in its place.
  package func replaceByLink(_ path: String, in directory: String) {
    state.withLock { state in
      let root = Self.canonical(directory)
      for file in state.folders[root, default: [:]].keys where file.path.isInside(path) {
        state.folders[root]?[file] = nil
      }
      state.links.insert(root + "/" + path)
    }
  }

  /// Moves a file, or a folder inside another one, to another path in there, and puts a symbolic link in its place.
  package func replaceByLink(_ path: String, to target: String, in directory: String) {
    state.withLock { state in
      let root = Self.canonical(directory)
      for (key, file) in state.folders[root, default: [:]] where key.path == path || key.path.isInside(path) {
        state.folders[root]?[key] = nil
        let moved = target + key.path.dropFirst(path.count)
        if case .document(var document) = file {
          document.path = moved
          state.folders[root]?[PathKey(moved)] = .document(document)
        } else {
          state.folders[root]?[PathKey(moved)] = file
        }
      }
      state.links.insert(root + "/" + path)
      state.innerLinks.insert(root + "/" + path)
    }
  }

  /// Moves a folder to another path.
  package func move(_ directory: String, to path: String) {
    state.withLock { $0.folders[Self.canonical(path)] = $0.folders.removeValue(forKey: Self.canonical(directory)) }
  }

  /// Creates an empty folder.
  package func addFolder(_ directory: String) {
    state.withLock { $0.folders[Self.canonical(directory), default: [:]] = [:] }
  }

  /// Returns the readable files of a folder by path.
  package func documents(in directory: String) -> [MarkdownDocument] {
    state.withLock { state in
      let files = state.folders[Self.canonical(directory)] ?? [:]
      return files.values.compactMap { if case .document(let document) = $0 { document } else { nil } }
        .sorted { $0.path < $1.path }
    }
  }

  package func canonicalPath(of directory: String) throws(MarkdownFolderError) -> String {
    try withState { state throws(MarkdownFolderError) in
      let path = Self.canonical(directory)
      guard state.folders[path] == nil else { return path }
      let isFile = state.folders.contains { folder, files in
        path.hasPrefix(folder + "/") && files[PathKey(String(path.dropFirst(folder.count + 1)))] != nil
      }
      throw isFile ? .notADirectory(path: directory) : .missing(path: directory)
    }
  }

  package func entries(in directory: String) throws(MarkdownFolderError) -> [MarkdownFileEntry] {
    try withState { state throws(MarkdownFolderError) in
      guard let files = state.folders[Self.canonical(directory)] else { throw .missing(path: directory) }
      return files.filter { Self.isVisibleMarkdown($0.key.path) }
        .map { MarkdownFileEntry(path: $0.key.path, bytes: $0.value.bytes) }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
  }

  package func otherFiles(in directory: String) throws(MarkdownFolderError) -> [String] {
    try withState { state throws(MarkdownFolderError) in
      guard let files = state.folders[Self.canonical(directory)] else { throw .missing(path: directory) }
      return files.keys.map(\.path).filter { !AttachmentFolder.isMarkdown($0) && Self.isVisible($0) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  package func isLinked(_ path: String, in directory: String) -> Bool {
    state.withLock { Self.isLinked(path, in: directory, $0) }
  }

  package func isElsewhere(_ path: String, in directory: String) -> Bool {
    state.withLock { state in
      (path.enclosingPaths + [path]).contains {
        let link = Self.canonical(directory) + "/" + $0
        return state.links.contains(link) && !state.innerLinks.contains(link)
      }
    }
  }

  private static func isLinked(_ path: String, in directory: String, _ state: State) -> Bool {
    (path.enclosingPaths + [path]).contains { state.links.contains(canonical(directory) + "/" + $0) }
  }

  package func read(_ entry: MarkdownFileEntry, in directory: String) throws(MarkdownFileError) -> MarkdownDocument {
    let file = state.withLock { $0.folders[Self.canonical(directory)]?[PathKey(entry.path)] }
    switch file {
    case .document(let document): return document
    case .problem(let reason): throw MarkdownFileError(path: entry.path, reason: reason)
    case nil: throw MarkdownFileError(path: entry.path, reason: .unreadable("No such file or directory"))
    }
  }

  package func prepare(_ directory: String, replacing: Bool) throws(MarkdownFolderError) {
    try withState { state throws(MarkdownFolderError) in
      let files = state.folders[Self.canonical(directory), default: [:]]
      guard replacing || files.keys.allSatisfy({ $0.path.hasPrefix(".") }) else { throw .notEmpty(path: directory) }
      state.folders[Self.canonical(directory)] = files
    }
  }

  @discardableResult
  package func write(
    _ document: MarkdownDocument, in directory: String, replacing: Bool
  ) throws(MarkdownFolderError) -> ContentDigest {
    let digest: ContentDigest = try withState { state throws(MarkdownFolderError) in
      let names = document.path.split(separator: "/", omittingEmptySubsequences: false)
      guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
        throw .unwritable(path: document.path, reason: "The path leads out of the folder")
      }
      let files = state.folders[Self.canonical(directory)] ?? [:]
      let isBehindFile = document.path.enclosingPaths.contains { files[PathKey($0)] != nil }
      guard !isBehindFile, !Self.isLinked(document.path.enclosingPath, in: directory, state) else {
        throw .unwritable(path: document.path, reason: "It is not a folder, or a link to one")
      }
      guard replacing || state.folders[Self.canonical(directory)]?[PathKey(document.path)] == nil else {
        throw .exists(path: directory + "/" + document.path)
      }
      state.folders[Self.canonical(directory), default: [:]][PathKey(document.path)] = .document(document.stamped)
      state.written.append(document.path)
      state.unflushed.insert(Self.canonical(directory))
      return document.stamped.digest
    }
    afterWrite?(document.path)
    return digest
  }

  package func digest(of document: MarkdownDocument) -> ContentDigest { document.stamped.digest }

  package func remove(_ path: String, in directory: String) throws(MarkdownFolderError) {
    try withState { state throws(MarkdownFolderError) in
      guard path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ $0 != ".." && !$0.isEmpty })
      else {
        throw .unwritable(path: path, reason: "The path leads out of the folder")
      }
      guard !Self.isLinked(path.enclosingPath, in: directory, state) else {
        throw .unwritable(path: path, reason: "Not a directory")
      }
      state.folders[Self.canonical(directory)]?[PathKey(path)] = nil
      state.removed.append(path)
      state.unflushed.insert(Self.canonical(directory))
    }
  }

  package func flush(_ directory: String) throws(MarkdownFolderError) {
    try withState { state throws(MarkdownFolderError) in
      if let failure = state.flushFailure { throw failure }
      state.unflushed.remove(Self.canonical(directory))
      state.flushes += 1
    }
  }

  private static func canonical(_ directory: String) -> String {
    "/" + directory.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  private static func isVisibleMarkdown(_ path: String) -> Bool {
    AttachmentFolder.isMarkdown(path) && isVisible(path)
  }

  private static func isVisible(_ path: String) -> Bool {
    path.split(separator: "/").allSatisfy { !$0.hasPrefix(".") }
  }

  private func withState<Value: Sendable>(
    _ body: (inout sending State) throws(MarkdownFolderError) -> Value
  ) throws(MarkdownFolderError) -> Value {
    try state.withLock { state throws(MarkdownFolderError) in
      if let failure = state.failure { throw failure }
      return try body(&state)
    }
  }
}

extension InMemoryMarkdownFolder.File {
  fileprivate var bytes: Int {
    switch self {
    case .document(let document): document.foreignFrontMatter.utf8.count + document.body.utf8.count
    case .problem: 1
    }
  }
}

extension MarkdownDocument {
  /// The document with a fingerprint of its content.
  fileprivate var stamped: MarkdownDocument {
    var document = self
    let content = [
      id?.description ?? "", title ?? "", tags.map(\.name).joined(separator: ","), String(isPinned), String(isArchived),
      trashed?.iso8601 ?? "", created?.iso8601 ?? "", modified?.iso8601 ?? "",
      attachments?.joined(separator: "\n") ?? "none",
      missingAttachments.map { "\($0.digest) \($0.name)" }.joined(separator: "\n"), foreignFrontMatter, body,
    ]
    document.digest = ContentDigest(of: content.joined(separator: "\u{0}").utf8)
    return document
  }
}
