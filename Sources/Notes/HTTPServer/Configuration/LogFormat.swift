import Logging

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
