import Logging
import NotesDomain

/// The server's logs.
struct ServerLog: Sendable {
  /// What the server itself has to say.
  let server: Logger
  /// What the packages have to say that it runs on, of which nobody wants to hear every step.
  let frameworks: Logger

  /// Opens the logs.
  ///
  /// - Parameters:
  ///   - settings: From which level on, and how.
  ///   - clock: What time it is.
  ///   - output: Where they go.
  init(settings: HTTPServerSettings, clock: any WallClock, output: any LogOutput) {
    func logger(from level: Logger.Level) -> Logger {
      Logger(label: "notesctl") { _ in
        LineLogHandler(level: level, format: settings.logFormat, clock: clock, write: { output.write($0) })
      }
    }
    let level = settings.logLevel.level
    server = logger(from: level)
    frameworks = logger(from: level == .debug ? level : max(level, .warning))
  }
}
