import Logging
import NotesDomain

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
