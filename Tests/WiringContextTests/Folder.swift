import Foundation

/// A temporary folder for the files of one test.
final class Folder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "WiringContextTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, and creates its folders.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Creates a sparse file, which takes no space on the disk.
  func writeHole(_ name: String, bytes: UInt64) throws -> String {
    let path = try write(name, "")
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: bytes)
    try handle.close()
    return path
  }

  /// Returns a text without the folder's path, which differs between tests.
  func hidden(in text: String) -> String {
    text.replacingOccurrences(of: url.path + "/", with: "").replacingOccurrences(of: url.path, with: ".")
  }
}
