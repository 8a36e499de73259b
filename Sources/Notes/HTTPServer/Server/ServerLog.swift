import Foundation
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

/// Writes a line for each thing that is logged.
///
/// Whatever others could have written into it is made harmless: a line is one line, and no byte of it moves a terminal's
/// cursor.
struct LineLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let format: LogFormat
  private let clock: any WallClock
  private let write: @Sendable (String) -> Void

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - level: From which level on to write.
  ///   - format: How a line looks.
  ///   - clock: What time it is.
  ///   - write: Where lines go, each with its end.
  init(
    level: Logger.Level, format: LogFormat, clock: any WallClock, write: @escaping @Sendable (String) -> Void
  ) {
    logLevel = level
    self.format = format
    self.clock = clock
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let own = event.metadata ?? [:]
    var all = own.map { (name: $0.key, value: $0.value.description) }
    for (key, value) in metadata where own[key] == nil { all.append((key, value.description)) }
    all.sort { $0.name < $1.name }
    var fields = [
      (name: "time", value: clock.now().iso8601), ("level", event.level.rawValue),
      ("message", event.message.description),
    ]
    fields += all
    if let error = event.error { fields.append(("error", "\(type(of: error))")) }
    write(format.line(of: fields))
  }
}

/// How a line of the log looks.
enum LogFormat: String, Sendable, Hashable, CaseIterable {
  /// `time=… level=… message=…`, for people.
  case text
  /// An object of JSON, for programs.
  case json
}

/// From which level on something is logged.
enum LogThreshold: String, Sendable, Hashable, CaseIterable {
  case debug, info, warning, error

  /// The same for the log.
  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}

extension LogFormat {
  /// A line of the log.
  ///
  /// - Parameter fields: Names and values, in their order. Names are the program's own.
  /// - Returns: The line, with its end.
  func line(of fields: [(name: String, value: String)]) -> String {
    var line = self == .json ? "{" : ""
    // There is one for each request: it is made in one piece.
    line.reserveCapacity(512)
    for (index, field) in fields.enumerated() {
      switch self {
      case .text:
        if index > 0 { line += " " }
        line += field.name
        line += "="
        Self.append(field.value, to: &line, quoted: false)
      case .json:
        line += index > 0 ? ",\"" : "\""
        line += field.name
        line += "\":"
        Self.append(field.value, to: &line, quoted: true)
      }
    }
    line += self == .json ? "}\n" : "\n"
    return line
  }

  /// Adds a text, between quotation marks where need be, with what is no printable ASCII escaped as in JSON.
  private static func append(_ text: String, to line: inout String, quoted: Bool) {
    let isPlain = text.utf8.allSatisfy { byte in
      0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "=")
    }
    if isPlain, !text.isEmpty, !quoted {
      line += text
      return
    }
    line += "\""
    defer { line += "\"" }
    if isPlain {
      line += text
      return
    }
    for unit in text.utf16 {
      switch unit {
      case 0x22: line += "\\\""
      case 0x5C: line += "\\\\"
      case 0x20...0x7E: line.unicodeScalars.append(UnicodeScalar(UInt8(truncatingIfNeeded: unit)))
      default:
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
  }
}

/// Where the log goes.
package protocol LogOutput: Sendable {
  /// Writes a line, with its end, in one go.
  func write(_ line: String)
}

/// The stream for everything that is no result.
struct StandardErrorLogOutput: LogOutput {
  func write(_ line: String) {
    // A log that cannot be written is no reason to stop.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}
