import ArgumentParser
import NotesDomain
import NotesFronts
import NotesViewModels
import Wiring

/// A failure as it is printed: a message, hints, and the exit status of the program.
struct CommandFailure: Error, Sendable, Hashable {
  /// The failure and its cause, without a full stop.
  let message: StyledText
  /// The remedies, one line each.
  let hints: [StyledText]
  let status: ExitStatus
  /// The stable name of the failure in JSON: that of its status, or a narrower one that programs can tell apart.
  let id: String

  init(_ message: StyledText, hints: [StyledText] = [], status: ExitStatus, id: String? = nil) {
    self.message = message
    self.hints = hints
    self.status = status
    self.id = id ?? status.id
  }
}

extension CommandFailure {
  /// Creates the failure that describes an error; `nil` for a closed pipe, whose reader needs no more output.
  init?(describing error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as Failure: self.init(failure.error)
    case let error as MaintenanceError: self.init(ofServer: error)
    case let error as AccountError: self.init(error)
    case let error as any DescribedFailure: self.init(error)
    case let error as HostError: self.init(error)
    case ConsoleError.closedPipe: return nil
    case ConsoleError.notWritten(let reason):
      self.init("cannot write the output: \(reason)", status: .inputOutput)
    case ConsoleError.notRead(let reason):
      self.init("cannot read the input: \(reason)", status: .inputOutput)
    case let error as ValidationError:
      self.init("\(error.message)", hints: ["see 'notesctl help'"], status: .usage)
    case let error as WiringError:
      self.init(StyledText(trusted: "internal wiring error; please report this\n\(error)"), status: .software)
    default:
      self.init("unexpected error: \(String(describing: error))", status: .software)
    }
  }
}

/// The exit status of the program, numbered as in `sysexits.h`. The numbers are part of the program's interface.
package enum ExitStatus: Int32, Error, Sendable, Hashable, CaseIterable {
  case success = 0
  /// `--exit-code` was given, and nothing was found or sync has pending work; `pick` ended without a choice; or `doctor` found something to do.
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

  /// The name of failures with this status in JSON, unless they have a narrower one.
  var id: String {
    switch self {
    case .success: "success"
    case .exitCode: "no-results"
    case .usage: "usage"
    case .data: "invalid-data"
    case .noInput: "not-found"
    case .unavailable: "unavailable"
    case .software: "internal"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "io"
    case .tryAgain: "try-again"
    case .protocolError: "protocol"
    case .permission: "permission"
    case .configuration: "configuration"
    }
  }
}
