import Foundation

/// The file of a ``MockServer`` that several programs use as if it were a server for all of them.
package struct ServerFile: Sendable {
  private let url: URL

  package init(url: URL) {
    self.url = url
  }

  /// Returns what the file has; nothing where there is none.
  func read() throws -> [String: MockServer.Account] {
    do {
      return try JSONDecoder().decode([String: MockServer.Account].self, from: Data(contentsOf: url))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return [:]
    }
  }

  /// Reads the file, changes what it has, and replaces it. Other programs wait meanwhile.
  func update<Value>(_ change: (inout [String: MockServer.Account]) throws -> Value) throws -> Value {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = open(url.appendingPathExtension("lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw CocoaError(.fileLocking) }
    }
    var accounts = try read()
    let value = try change(&accounts)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try encoder.encode(accounts).write(to: url, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return value
  }
}
