import Foundation

/// Where the log goes.
package protocol LogOutput: Sendable {
  /// Writes a line, with its end, in one go.
  func write(_ line: String)
}

/// The stream for everything that is no result.
struct StandardErrorOutput: LogOutput {
  func write(_ line: String) {
    // A log that cannot be written is no reason to stop.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}
