/// A failure in words: what happened, what to do about it, and how the program ends.
struct CommandFailure: Error, Sendable, Hashable {
  /// What happened, and why, without a full stop.
  let message: StyledText
  /// What to do about it, a line each.
  let hints: [StyledText]
  /// How the program ends.
  let status: ExitStatus

  init(_ message: StyledText, hints: [StyledText] = [], status: ExitStatus) {
    self.message = message
    self.hints = hints
    self.status = status
  }
}

/// How the program ends, as `sysexits.h` numbers it. The numbers are part of the program's interface.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// What was asked for is done.
  case success = 0
  /// `--exit-code` was given, and nothing was found, or sync has something left to do.
  case exitCode = 1
  /// The command line makes no sense.
  case usage = 64
  /// Some of the data is not what it should be.
  case data = 65
  /// What was named is not there.
  case noInput = 66
  /// Something that is needed is not available.
  case unavailable = 69
  /// The program itself is at fault.
  case software = 70
  /// A file or folder cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Another try may succeed.
  case tryAgain = 75
  /// The other side of sync says what this program does not understand.
  case protocolError = 76
  /// The system, the server or a person has yet to allow it.
  case permission = 77
  /// The configuration makes no sense.
  case configuration = 78
}
