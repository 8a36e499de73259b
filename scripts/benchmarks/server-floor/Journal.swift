import Foundation
import NIOCore

/// A file to which requests are appended durably: the minimum for a server that keeps what it confirms.
actor Journal {
  private let file: FileHandle

  /// Creates the file.
  init(path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Appends bytes, and waits until they are on the disk.
  func add(_ bytes: ByteBuffer) throws {
    try file.write(contentsOf: Data(bytes.readableBytesView))
    try file.synchronize()
  }
}
