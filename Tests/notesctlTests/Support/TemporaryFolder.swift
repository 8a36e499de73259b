import Foundation

/// A folder of a test's own, which goes with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("notesctl-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and the folders it lies in.
  func write(_ bytes: some DataProtocol, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}
