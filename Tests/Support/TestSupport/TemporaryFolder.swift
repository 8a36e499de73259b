import Foundation

/// A temporary folder for one test, removed at its end.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/notes-storage-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String {
    path + "/" + name
  }

  /// The permissions of a file or folder in it, for example `0o600`.
  package func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// The names of its files and folders, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Writes a file.
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Reads a file. `Data(contentsOf:)` would leak the buffer of an empty one, which the leak sanitizer reports.
  package func read(_ name: String) throws -> [UInt8] {
    Array(try FileHandle(forReadingFrom: URL(fileURLWithPath: file(name))).readToEnd() ?? Data())
  }
}
