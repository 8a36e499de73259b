/// A failure as it is printed: a message, hints, and the exit status of the program.
struct CommandFailure: Error, Sendable, Hashable {
  /// The failure and its cause, without a full stop.
  let message: StyledText
  /// The remedies, one line each.
  let hints: [StyledText]
  let status: ExitStatus

  init(_ message: StyledText, hints: [StyledText] = [], status: ExitStatus) {
    self.message = message
    self.hints = hints
    self.status = status
  }
}

/// The exit status of the program, numbered as in `sysexits.h`. The numbers are part of the program's interface.
package enum ExitStatus: Int32, Error, Sendable, Hashable, CaseIterable {
  case success = 0
  /// `--exit-code` was given, and nothing was found or sync has pending work.
  case exitCode = 1
  /// The command line is invalid.
  case usage = 64
  /// Some of the data is invalid.
  case data = 65
  /// A named note, file or account does not exist.
  case noInput = 66
  /// A required service or program is not available.
  case unavailable = 69
  /// An internal error.
  case software = 70
  /// A file or folder cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// A retry may succeed.
  case tryAgain = 75
  /// The server violates the sync protocol, or uses a version that this program does not know.
  case protocolError = 76
  /// The system, the server or a guard denies the action.
  case permission = 77
  /// The configuration is invalid.
  case configuration = 78
}
