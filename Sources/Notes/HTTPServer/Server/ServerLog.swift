import Foundation
import Logging
import NotesDomain

/// The server's loggers.
struct ServerLog: Sendable {
  let server: Logger
  /// The logger of the packages below, which logs warnings only, unless the level is `debug`.
  let frameworks: Logger
  private let output: any LogOutput

  init(settings: HTTPServerSettings, wallClock: any WallClock, output: any LogOutput) {
    func logger(level: Logger.Level) -> Logger {
      Logger(label: "notesctl") { _ in
        LineLogHandler(level: level, format: settings.logFormat, wallClock: wallClock, write: { output.write($0) })
      }
    }
    self.output = output
    let level = settings.logLevel.level
    server = logger(level: level)
    frameworks = logger(level: level == .debug ? level : max(level, .warning))
  }

  /// Waits until the lines so far are written, though not for ever.
  func flush() { output.flush() }
}

/// A log handler that writes each event as one line.
///
/// Values are escaped: a request can neither add a line to the log nor move a terminal's cursor.
struct LineLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let format: LogFormat
  private let wallClock: any WallClock
  private let write: @Sendable (String) -> Void

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - level: The lowest level that is written.
  ///   - format: The format of a line.
  ///   - wallClock: The clock for timestamps.
  ///   - write: Writes a line, which ends with a line feed.
  init(
    level: Logger.Level, format: LogFormat, wallClock: any WallClock, write: @escaping @Sendable (String) -> Void
  ) {
    logLevel = level
    self.format = format
    self.wallClock = wallClock
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
      (name: "time", value: wallClock.now().iso8601), ("level", event.level.rawValue),
      ("message", event.message.description),
    ]
    fields += all
    if let error = event.error { fields.append(("error", "\(type(of: error))")) }
    write(format.line(of: fields))
  }
}

/// The format of a line of the log.
enum LogFormat: String, Sendable, Hashable, CaseIterable {
  /// `time=… level=… message=…`, for people.
  case text
  /// A JSON object, for programs.
  case json

  /// Formats an event as a line, with its line feed. The names of the fields are trusted; their values are escaped.
  func line(of fields: [(name: String, value: String)]) -> String {
    var line = self == .json ? "{" : ""
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

  /// Appends a value, quoted where necessary, with everything but printable ASCII escaped as in JSON.
  private static func append(_ text: String, to line: inout String, quoted: Bool) {
    let isPlain = text.utf8.allSatisfy { byte in
      0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "=")
    }
    if isPlain, quoted || !text.isEmpty {
      if quoted { line += "\"" }
      line += text
      if quoted { line += "\"" }
    } else {
      var bytes: [UInt8] = []
      JSONString.append(text, to: &bytes) { _ in true }
      line += String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// The lowest level of events that are logged.
enum LogThreshold: String, Sendable, Hashable, CaseIterable {
  case debug, info, warning, error

  /// The level of the logging library, which has the same names.
  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}
