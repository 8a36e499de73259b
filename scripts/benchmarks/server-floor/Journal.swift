import Foundation
import NIOCore

/// A file to which each request is added so that it outlives the power: the least that a server does that keeps its word.
actor Journal {
  private let file: FileHandle

  /// Makes the file.
  init(path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Adds some bytes, and waits until they are on the disk.
  func add(_ bytes: ByteBuffer) throws {
    try file.write(contentsOf: Data(bytes.readableBytesView))
    try file.synchronize()
  }
}
