package import NotesDomain

extension AccountFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .passwordUncertain(let error): AccountClientError.transport(error).text
    case .malformedServer(let text, let problem): problem.text(of: String(text.prefix(200)))
    case .malformedName(let text):
      FailureText(
        "'\(text.prefix(100))' is not a valid account name", .usage,
        "a name has 1 to 64 lower-case letters, digits and .-_@+, and starts with a letter or digit")
    case .signedInElsewhere(let server, let account):
      FailureText("this device is signed in to \(server.description) as \(account.text)", .usage)
    case .otherVault(let server, let account):
      FailureText(
        "\(server.description) has another vault for \(account.text) than before, which was encrypted", .permission,
        "nothing was changed; ask its operator whether the account was made anew")
    case .notSignedIn: FailureText("this device is not signed in", .configuration)
    case .noDevice(let text): FailureText("no device matches '\(text.prefix(100))'", .noInput)
    case .ambiguousDevice(let text, _):
      FailureText("'\(text.prefix(100))' is ambiguous; type more of the id", .noInput)
    case .longLabel(let text):
      FailureText("the label has \(text.utf8.count) bytes; the limit is \(SignInRequest.maximumLabelBytes)", .usage)
    }
  }
}

extension ServerAddressError {
  fileprivate func text(of address: String) -> FailureText {
    let example: FailureSentence = "an address is like https://notes.example.org, with an optional port and path"
    return switch self {
    case .malformed: FailureText("'\(address)' is not a valid server address", .usage, example)
    case .containsUserInfo:
      FailureText(
        "a server address must not contain a user name or password", .usage, "remove everything before the @", example)
    case .unknownScheme: FailureText("'\(address)' must start with https or http", .usage, example)
    case .unencrypted(let host):
      FailureText(
        "\("http") would send your notes and password to \(host) unencrypted", .usage,
        "use https://\(host); http is for this machine only")
    }
  }
}

extension AccountClientError: DescribedFailure {
  package var cause: any DescribedFailure {
    if case .weakPassword(let weakness) = self { weakness } else { self }
  }

  package var text: FailureText {
    switch self {
    case .badCredentials:
      FailureText("wrong account name or password", .permission, "the server does not reveal which")
    case .wrongPassword: FailureText("the current password is wrong", .permission, "nothing was changed")
    case .weakPassword(let weakness): weakness.text
    case .unknownDevice: FailureText("device not found", .noInput)
    case .tooManyDevices: FailureText("the account has reached its device limit", .permission)
    case .transport(let error): error.text
    }
  }
}

extension PasswordWeakness: DescribedFailure {
  package var text: FailureText {
    let advice: FailureSentence = "several unrelated words are easy to remember and hard to guess"
    return switch self {
    case .tooShort:
      FailureText(
        "the password is too short: at least \(Password.minimumBytes) bytes are required", .data, advice)
    case .common:
      FailureText(
        "the password is one of the most common ones, or nearly one", .data,
        "attackers try those first, also with digits and signs around them", advice)
    case .resemblesName:
      FailureText(
        "the password is little more than the name of the account or of the server", .data,
        "attackers try those first", advice)
    }
  }
}

extension CredentialError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .exposed(let path, let mode):
      FailureText(
        "other users can read \(path), which has the permissions \(String(mode, radix: 8))", .permission,
        "anyone who read it can access your notes until this device is signed out")
    case .wrongOwner(let path):
      FailureText("\(path) is owned by another user or is not a regular file", .permission)
    case .damaged(let path): FailureText("\(path) is damaged", .configuration)
    case .failed(let path, let detail): FailureText("cannot use \(path): \(detail)", .inputOutput)
    }
  }
}
