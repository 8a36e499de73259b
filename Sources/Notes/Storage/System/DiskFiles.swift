import Crypto
import NotesDomain

/// Files on the disk.
struct DiskFiles: FileAccess {
  /// How many bytes are read at a time.
  private static let piece = 1 << 20

  /// How a file is kept until it is finished.
  var unfinished = TemporaryFile.Kind.unnamed

  func size(of file: FilePlace) throws(FileError) -> Int {
    try OpenFile(file).size
  }

  func describe(_ file: FilePlace) throws(FileError) -> FileDescription {
    let open = try OpenFile(file)
    var hash = SHA256()
    var size = 0
    while true {
      let bytes = try open.bytes(from: size, limit: Self.piece)
      hash.update(data: bytes)
      size += bytes.count
      if bytes.count < Self.piece { break }
    }
    guard let digest = BlobDigest(bytes: Array(hash.finalize())) else { throw .changed(path: file.path) }
    return FileDescription(digest: digest, size: size)
  }

  func read(_ file: FilePlace, from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    try OpenFile(file).bytes(from: offset, limit: limit)
  }

  func create(_ file: FilePlace, replacing: Bool) throws(FileError) -> any FileWriter {
    try DiskFileWriter(file, replacing: replacing, unfinished: unfinished)
  }
}
