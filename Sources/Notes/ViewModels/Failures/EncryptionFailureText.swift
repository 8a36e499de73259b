package import NotesDomain

extension EncryptionError: DescribedFailure {
  package var cause: any DescribedFailure {
    switch self {
    case .notSignedIn: AccountFailure.notSignedIn
    case .locked: EncryptionProblem.locked
    case .keyring(let error): error.cause
    case .credentials(let error): error
    case .store(let error): error
    default: self
    }
  }

  package var text: FailureText {
    switch self {
    case .notSignedIn, .locked, .keyring, .credentials, .store: cause.text
    case .alreadyEncrypted: FailureText("the vault is encrypted already", .usage)
    case .notEncrypted: FailureText("the vault is not encrypted", .configuration)
    case .changedMeanwhile:
      FailureText(
        "another device changed the keys of the vault at the same time", .tryAgain, "nothing was changed; try again")
    case .sameAsPassword:
      FailureText("the passphrase is the password of the account, which the server sees", .data)
    case .weakPassphrase:
      FailureText(
        "the passphrase is too short: at least \(Passphrase.minimumLength) characters are required", .data,
        "several unrelated words are easy to remember and hard to guess")
    case .vaultFull:
      FailureText(
        "the account has no room left on the server: each attachment is there twice until the earlier one is removed",
        .tryAgain)
    case .transport(let error): error.text
    case .cancelled: FailureText("interrupted", .tryAgain, "nothing is lost")
    }
  }
}

extension KeyringError: DescribedFailure {
  package var cause: any DescribedFailure {
    if self == .rotated { EncryptionProblem.rotated } else { self }
  }

  package var text: FailureText {
    switch self {
    case .wrongPassphrase: FailureText("the passphrase is wrong", .permission)
    case .wrongRecoveryCode:
      FailureText("the recovery code is wrong", .permission, "each new code makes the one before void")
    case .rotated: cause.text
    case .outdated:
      FailureText(
        "the server returned earlier keys than this device has seen", .permission,
        "if it was restored from a backup, sync a device that has the newest keys first",
        "otherwise do not trust it: ask its operator")
    case .exhausted:
      FailureText("the keys of the vault cannot be changed any more, only replaced", .data)
    case .damaged:
      FailureText(
        "the keys of the vault, as the server returned them, are damaged", .data,
        "the passphrase is not the cause; ask the operator whether the server lost data")
    case .unknownFormat(let version):
      FailureText(
        "the keys of the vault are in the format \(version), which this notesctl does not know", .configuration)
    case .unacceptableCost:
      FailureText(
        "the server asks for too little or too much work to check the passphrase", .permission,
        "do not trust it: ask its operator")
    case .outOfMemory:
      FailureText(
        "there is not enough memory to check the passphrase, which takes 128 MB", .tryAgain,
        "nothing was changed; try again later")
    }
  }
}

extension EncryptionProblem: DescribedFailure {
  package var cause: any DescribedFailure {
    switch self {
    // A rotated keyring is this problem.
    case .keyring(let error): error.cause
    case .store(let error): error
    case .locked, .rotated, .missingKeyring, .withheld: self
    }
  }

  package var text: FailureText {
    switch self {
    case .keyring, .store: cause.text
    case .locked: FailureText("the vault is encrypted, and this device does not have its key", .permission)
    case .rotated: FailureText("the vault has a new key, which this device does not have", .permission)
    case .missingKeyring:
      FailureText("the vault was encrypted, and the server has its keys no more", .permission)
    case .withheld(let note):
      FailureText(
        "the server does not return a note that it accepted from this device: \(note.description)", .protocolError,
        "the note is here as it was; do not trust the server: ask its operator")
    }
  }
}
