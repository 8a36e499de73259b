/// Files outside of the store: those that become attachments, and those that attachments become. None of them is in memory
/// as a whole.
package protocol FileAccess: Sendable {
  /// How many bytes a file has, without reading it.
  ///
  /// - Parameter file: A regular file.
  func size(of file: FileLocation) throws(FileError) -> Int

  /// Reads a file to its end, to know what it is. O(size).
  ///
  /// - Parameter file: A regular file.
  func describe(_ file: FileLocation) throws(FileError) -> FileDescription

  /// Reads some of a file.
  ///
  /// - Parameters:
  ///   - file: A regular file.
  ///   - offset: How many bytes come before.
  ///   - limit: The most bytes to read.
  /// - Returns: Fewer bytes than the limit only at the file's end.
  func read(_ file: FileLocation, from offset: Int, limit: Int) throws(FileError) -> [UInt8]

  /// Begins a file. Nobody sees it before it is finished, and one that is not leaves nothing.
  ///
  /// - Parameters:
  ///   - file: Where it will be. Inside of a folder, the folders on the way to it are made; elsewhere they must be there.
  ///   - replacing: Whether it may take the place of another file.
  func create(_ file: FileLocation, replacing: Bool) throws(FileError) -> any FileWriter
}

/// A file that is being written; only its owner may read it. Letting go of it discards what was written.
package protocol FileWriter: AnyObject, Sendable {
  /// Adds bytes at the end.
  ///
  /// - Parameter bytes: The bytes.
  func append(_ bytes: [UInt8]) throws(FileError)

  /// Puts the file in its place, whole, if what was written is what it should be; otherwise discards it.
  ///
  /// - Parameter digest: What it should be.
  /// - Returns: Whether it is.
  func finish(as digest: BlobDigest) throws(FileError) -> Bool
}

/// Where a file outside of the store is.
package enum FileLocation: Sendable, Hashable {
  /// A path that a person gave: links are followed.
  case path(String)
  /// A path inside a folder that anybody may have filled: no link is followed, and nothing leads out of the folder.
  case inside(folder: String, path: String)

  /// The whole path, for messages.
  package var path: String {
    switch self {
    case .path(let path): path
    case .inside(let folder, let path): folder + "/" + path
    }
  }
}

/// What there is to know of a file before its bytes are kept.
package struct FileDescription: Sendable, Hashable {
  /// The SHA-256 of its bytes.
  package let digest: BlobDigest
  /// How many bytes there are.
  package let size: Int

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of its bytes.
  ///   - size: How many bytes there are.
  package init(digest: BlobDigest, size: Int) {
    self.digest = digest
    self.size = size
  }
}

/// Why a file outside of the store could not be read or written.
package enum FileError: Error, Sendable, Hashable {
  /// There is nothing at this path.
  case missing(path: String)
  /// There is something else than a file at this path.
  case notAFile(path: String)
  /// The file may not be read, or reading it failed.
  case unreadable(path: String, reason: String)
  /// The file became another one while it was read.
  case changed(path: String)
  /// There is a file at this path already, and nobody allowed to replace it.
  case exists(path: String)
  /// There is a device, a pipe or a socket at this path, which no file may replace.
  case notReplaceable(path: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
}
