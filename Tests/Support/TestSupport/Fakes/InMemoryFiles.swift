package import NotesDomain
import Synchronization

/// Files in memory by their paths, without folders.
package final class InMemoryFiles: FileAccess {
  private struct State {
    var contents: [String: [UInt8]] = [:]
    var failures: [String: FileError] = [:]
    /// The sizes of simulated huge files.
    var sizes: [String: Int] = [:]
    var isDiskFull = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The files, by their paths.
  package var contents: [String: [UInt8]] {
    get { state.withLock { $0.contents } }
    set { state.withLock { $0.contents = newValue } }
  }

  /// Whether the disk is full.
  package var isDiskFull: Bool {
    get { state.withLock { $0.isDiskFull } }
    set { state.withLock { $0.isDiskFull = newValue } }
  }

  /// Lets all access to a file fail.
  package func fail(_ path: String, with error: FileError) {
    state.withLock { $0.failures[path] = error }
  }

  package func size(of file: FileLocation) throws(FileError) -> Int {
    if let size = state.withLock({ $0.sizes[file.path] }) { return size }
    return try bytes(of: file).count
  }

  /// Adds a simulated huge file, whose content never ends.
  ///
  /// - Parameter size: The reported size in bytes.
  package func addEndless(_ path: String, size: Int) {
    state.withLock { $0.sizes[path] = size }
  }

  package func describe(_ file: FileLocation) throws(FileError) -> FileDescription {
    let bytes = try bytes(of: file)
    return FileDescription(digest: .of(bytes), size: bytes.count)
  }

  package func read(_ file: FileLocation, from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    Array(try bytes(of: file).dropFirst(max(0, offset)).prefix(max(0, limit)))
  }

  package func create(_ file: FileLocation, replacing: Bool) throws(FileError) -> any FileWriter {
    if case .memory = file { throw .unwritable(path: file.path, reason: "The file can only be read") }
    guard Self.isInside(file) else {
      throw .unwritable(path: file.path, reason: "The path leads out of the folder")
    }
    if let failure = state.withLock({ $0.failures[file.path] }) { throw failure }
    guard replacing || contents[file.path] == nil else { throw .exists(path: file.path) }
    return InMemoryFileWriter(file.path, files: self, replacing: replacing)
  }

  fileprivate func keep(_ bytes: [UInt8], at path: String, replacing: Bool) throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard replacing || state.contents[path] == nil else { throw .exists(path: path) }
      state.contents[path] = bytes
    }
  }

  private func bytes(of file: FileLocation) throws(FileError) -> [UInt8] {
    if case .memory(_, let bytes) = file { return bytes }
    guard Self.isInside(file) else {
      throw .unreadable(path: file.path, reason: "The path leads out of the folder")
    }
    return try state.withLock { state throws(FileError) in
      if let failure = state.failures[file.path] { throw failure }
      guard let bytes = state.contents[file.path] else { throw .missing(path: file.path) }
      return bytes
    }
  }

  private static func isInside(_ file: FileLocation) -> Bool {
    guard case .inside(_, let path) = file else { return true }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }
}

private final class InMemoryFileWriter: FileWriter {
  private let path: String
  private let files: InMemoryFiles
  private let isReplacing: Bool
  private let bytes = Mutex<[UInt8]>([])

  init(_ path: String, files: InMemoryFiles, replacing: Bool) {
    self.path = path
    self.files = files
    isReplacing = replacing
  }

  func append(_ bytes: [UInt8]) throws(FileError) {
    guard !files.isDiskFull else { throw .diskFull(path: path) }
    self.bytes.withLock { $0 += bytes }
  }

  func finish(as digest: BlobDigest) throws(FileError) -> Bool {
    let bytes = bytes.withLock { $0 }
    guard .of(bytes) == digest else { return false }
    try files.keep(bytes, at: path, replacing: isReplacing)
    return true
  }
}
