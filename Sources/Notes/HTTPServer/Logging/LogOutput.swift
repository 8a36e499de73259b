import Foundation
import Logging
import NotesDomain

/// Where the log goes.
protocol LogOutput: Sendable {
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

extension Logger {
  /// The server's log.
  ///
  /// - Parameters:
  ///   - settings: From which level on, and how.
  ///   - clock: What time it is.
  ///   - output: Where it goes.
  ///   - least: The least level, whatever is set.
  static func server(
    _ settings: HTTPServerSettings, clock: any WallClock, output: any LogOutput, least: Logger.Level = .trace
  ) -> Logger {
    Logger(label: "notesctl") { _ in
      LineLogHandler(
        level: max(settings.logLevel.level, least), format: settings.logFormat, clock: clock,
        write: { output.write($0) })
    }
  }
}
