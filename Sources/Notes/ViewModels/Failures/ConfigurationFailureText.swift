package import NotesDomain
package import NotesFronts

extension ConfigurationFileError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .unreadable(let path, let reason):
      FailureText("cannot read the configuration file '\(path)': \(reason)", .configuration)
    case .writableByOthers(let path):
      FailureText(
        "another user of this machine owns or can write the configuration file '\(path)', which names programs to run",
        .configuration)
    case .unwritable(let path, let reason):
      FailureText("cannot create the configuration file '\(path)': \(reason)", .cannotCreate)
    case .malformed(let location, let detail): FailureText("\(location.description): \(detail)", .configuration)
    }
  }
}

extension ConfigurationFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .editor(.notFound(let command)): FailureText("cannot run the editor '\(command)'", .unavailable)
    case .editor(.failed(let command, let status)):
      FailureText(
        "the editor '\(command)' exited with status \(status); the file is as it saved it", .unavailable)
    case .editor(.noTerminal(let command)): FailureText("the editor '\(command)' needs a terminal", .usage)
    }
  }
}

extension TemplateFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .unknown(let name, _): FailureText("there is no template '\(name)'", .noInput)
    }
  }
}

extension NoteTemplateError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .unreadable(let path, let reason): FailureText("cannot read the template \(path): \(reason)", .inputOutput)
    case .notUTF8(let path, let offset):
      FailureText("the template \(path) is not UTF-8 text: invalid byte at offset \(offset)", .data)
    }
  }
}

extension FuzzyFinderError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .failed(let command, let status): FailureText("'\(command)' exited with status \(status)", .unavailable)
    }
  }
}
