import NotesDomain
import NotesViewModels

/// A failure for which the terminal has remedies.
protocol CommandRemedies: DescribedFailure {
  /// The remedies in a terminal, one line each; printed behind what is true in any front.
  var remedies: [StyledText] { get }
  /// The name of the failure in JSON, where programs can tell it from others with its status.
  var jsonName: String? { get }
}

extension CommandRemedies {
  var jsonName: String? { nil }
}

extension CommandFailure {
  /// Creates the failure of an error that all fronts describe alike, with the remedies of the terminal.
  init(_ failure: any DescribedFailure) {
    let (text, remedied) = (failure.text, failure.cause as? any CommandRemedies)
    self.init(
      "\(text.message.text)", hints: text.advice.map { "\($0.text)" } + (remedied?.remedies ?? []),
      status: ExitStatus(text.kind), id: remedied?.jsonName)
  }

  /// Creates the failure of a view-model.
  init(_ failure: Failure) {
    self.init(failure.error)
  }

  /// Returns what to do about an error in a terminal.
  static func remedies(for failure: any DescribedFailure) -> [StyledText] {
    (failure.cause as? any CommandRemedies)?.remedies ?? []
  }

  /// Returns the command that lists the permissions of a file.
  static func listing(_ path: String, isFolder: Bool = false) -> StyledText {
    "\(raw: isFolder ? "ls -ld" : "ls -l") \(ShellQuoting.quotedIfNeeded(path))"
  }
}

extension ExitStatus {
  init(_ kind: FailureText.Kind) {
    self =
      switch kind {
      case .usage: .usage
      case .data: .data
      case .noInput: .noInput
      case .unavailable: .unavailable
      case .software: .software
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .tryAgain: .tryAgain
      case .protocolError: .protocolError
      case .permission: .permission
      case .configuration: .configuration
      }
  }
}
