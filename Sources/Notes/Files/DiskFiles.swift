import Crypto
import Foundation
import NotesDisk
import NotesDomain

/// Files on the disk, and those that are in memory already.
struct DiskFiles: FileAccess {
  /// The number of bytes that are read at a time.
  private static let pieceBytes = 1 << 20

  var temporaryKind = TemporaryFile.Kind.unnamed

  func size(of file: FileLocation) throws(FileError) -> Int {
    if case .memory(_, let bytes) = file { return bytes.count }
    return try FileError.translated(reading: file) { try OpenFile(file).size }
  }

  func describe(_ file: FileLocation) throws(FileError) -> FileDescription {
    try FileError.translated(reading: file) {
      var hash = SHA256()
      var size = 0
      if case .memory(_, let bytes) = file {
        hash.update(data: bytes)
        size = bytes.count
      } else {
        let open = try OpenFile(file)
        while true {
          let bytes = try open.bytes(from: size, limit: Self.pieceBytes)
          hash.update(data: bytes)
          size += bytes.count
          if bytes.count < Self.pieceBytes { break }
        }
      }
      guard let digest = BlobDigest(bytes: Array(hash.finalize())) else { throw FileError.changed(path: file.path) }
      return FileDescription(digest: digest, size: size)
    }
  }

  func read(_ file: FileLocation, from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    if case .memory(_, let bytes) = file { return Array(bytes.dropFirst(offset).prefix(limit)) }
    return try FileError.translated(reading: file) { try OpenFile(file).bytes(from: offset, limit: limit) }
  }

  func create(_ file: FileLocation, replacing: Bool) throws(FileError) -> any FileWriter {
    try FileError.translated(writing: file) {
      try DiskFileWriter(file, replacing: replacing, kind: temporaryKind)
    }
  }
}
