/// Access to files outside of the store: the sources and targets of attachments. No file is read into memory as a
/// whole.
package protocol FileAccess: Sendable {
  /// Returns the size of a regular file in bytes, without reading it.
  func size(of file: FileLocation) throws(FileError) -> Int

  /// Reads a regular file to its end and returns its digest and size. O(size).
  func describe(_ file: FileLocation) throws(FileError) -> FileDescription

  /// Reads a range of a regular file. Returns fewer bytes than the limit only at the end of the file.
  func read(_ file: FileLocation, from offset: Int, limit: Int) throws(FileError) -> [UInt8]

  /// Creates a file that is visible only when it is finished.
  ///
  /// - Parameters:
  ///   - file: The location of the file. Missing folders are created for ``FileLocation/inside(folder:path:)`` only.
  ///   - replacing: Whether the file may replace another one.
  func create(_ file: FileLocation, replacing: Bool) throws(FileError) -> any FileWriter
}

/// A writer of a new file, readable by its owner only. Releasing it discards an unfinished file.
package protocol FileWriter: AnyObject, Sendable {
  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(FileError)

  /// Moves the file to its location when its content matches a digest, and discards it otherwise. Returns whether the
  /// content matches.
  func finish(as digest: BlobDigest) throws(FileError) -> Bool
}

/// The location of a file outside of the store.
package enum FileLocation: Sendable, Hashable {
  /// A path that a person gave. Symbolic links are followed.
  case path(String)
  /// A path inside a folder of untrusted content. Symbolic links are not followed, and the path cannot leave the
  /// folder.
  case inside(folder: String, path: String)
  /// Bytes that another program sent, with the name that it gave. They can only be read.
  case memory(name: String, bytes: [UInt8])

  /// The whole path, or the name, for messages.
  package var path: String {
    switch self {
    case .path(let path): path
    case .inside(let folder, let path): folder + "/" + path
    case .memory(let name, _): name
    }
  }
}

/// The digest and size of a file.
package struct FileDescription: Sendable, Hashable {
  /// The SHA-256 of the content.
  package let digest: BlobDigest
  /// The size of the content, in bytes.
  package let size: Int

  package init(digest: BlobDigest, size: Int) {
    self.digest = digest
    self.size = size
  }
}

/// An error of reading or writing a file outside of the store.
package enum FileError: Error, Sendable, Hashable {
  /// There is nothing at this path.
  case missing(path: String)
  /// There is something other than a regular file at this path.
  case notAFile(path: String)
  /// The file may not be read, or reading it failed.
  case unreadable(path: String, reason: String)
  /// The file changed while it was read.
  case changed(path: String)
  /// A file exists at this path, and may not be replaced.
  case exists(path: String)
  /// A device, a pipe or a socket exists at this path, which no file may replace.
  case notReplaceable(path: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// The disk is full.
  case diskFull(path: String)
}
