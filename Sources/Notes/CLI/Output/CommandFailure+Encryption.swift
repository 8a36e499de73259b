import NotesDomain
import NotesViewModels

extension CommandFailure {
  init(_ error: EncryptionError) {
    switch error {
    case .notSignedIn: self.init(AccountFailure.notSignedIn)
    case .alreadyEncrypted:
      self.init("the vault is encrypted already", hints: ["see: notesctl encryption status"], status: .usage)
    case .notEncrypted:
      self.init("the vault is not encrypted", hints: ["encrypt it: notesctl encryption enable"], status: .configuration)
    case .locked: self.init(EncryptionProblem.locked)
    case .changedMeanwhile:
      self.init(
        "another device changed the keys of the vault at the same time", hints: ["nothing was changed; try again"],
        status: .tryAgain)
    case .sameAsPassword:
      self.init(
        "the passphrase is the password of the account, which the server sees",
        hints: [
          "nothing was sent; on a device that is signed in, choose another: notesctl encryption change-passphrase"
        ], status: .data)
    case .weakPassphrase:
      self.init(
        "the passphrase is too short: at least \(Passphrase.minimumLength) characters are required",
        hints: ["several unrelated words are easy to remember and hard to guess"], status: .data)
    case .vaultFull:
      self.init(
        "the account has no room left on the server: each attachment is there twice until the earlier one is removed",
        hints: ["ask its operator to remove those that no note uses: notesctl server purge NAME --older-than 0"],
        status: .tryAgain)
    case .keyring(let error): self.init(error)
    case .credentials(let error): self.init(error)
    case .store(let error): self.init(error)
    case .transport(let error):
      // Without the hints for sync.
      let failure = CommandFailure(AccountClientError.transport(error))
      self.init(failure.message, hints: failure.hints, status: failure.status, id: CommandFailure(error).id)
    case .cancelled: self.init("interrupted", hints: ["nothing is lost"], status: .tryAgain)
    }
  }

  /// Creates the failure of a recovery code that could not be written, whatever the reason: it is the only one that is valid.
  init(unwrittenCode error: ConsoleError, resumedBy command: StyledText?) {
    let reason =
      switch error {
      case .closedPipe: "its reader has closed the pipe"
      case .notWritten(let reason), .notRead(let reason): reason
      }
    var hints: [StyledText] = ["earlier codes are void; print a new one: notesctl encryption recovery"]
    if let command { hints.append("to go on from here: \(command)") }
    self.init("cannot write the recovery code: \(reason)", hints: hints, status: .inputOutput)
  }

  /// Creates the failure of a command that did not seal everything.
  init(leftBy progress: SealingProgress, resumedBy command: StyledText) {
    var hints: [StyledText] = []
    if progress.refused > 0 {
      hints.append("\(.count(progress.refused, "note")) refused by the server, which may limit the size of attachments")
    }
    if progress.left > 0 {
      hints.append(
        "\(.count(progress.left, "note")) not as this device knows them, or of a newer notesctl: sync, and look at notesctl sync status"
      )
    }
    self.init(
      "\(.count(progress.left + progress.refused, "note")) on the server left as before",
      hints: hints + ["to try again: \(command)"], status: .tryAgain)
  }

  /// Creates the failure of a passphrase that is the password with which this device just signed in.
  static var passwordWasPassphrase: CommandFailure {
    CommandFailure(
      "the passphrase is the password of the account, which the server has seen",
      hints: [
        "this device is signed in; open the notes: notesctl encryption unlock",
        "then choose other words, and send everything anew: notesctl encryption rotate --all",
      ], status: .data)
  }

  /// Creates the failure of a sign-in that did not give this device the keys of its vault.
  init(afterSignIn error: EncryptionError) {
    let failure = CommandFailure(error)
    let next: StyledText =
      error == .notEncrypted
      ? "this device is signed in" : "this device is signed in; to go on: notesctl encryption unlock"
    self.init(failure.message, hints: failure.hints + [next], status: failure.status, id: failure.id)
  }

  init(_ error: KeyringError) {
    switch error {
    case .wrongPassphrase:
      self.init(
        "the passphrase is wrong",
        hints: ["or use the recovery code: notesctl encryption unlock --recovery-file FILE"], status: .permission)
    case .wrongRecoveryCode:
      self.init(
        "the recovery code is wrong", hints: ["each new code makes the one before void"], status: .permission)
    case .rotated: self.init(EncryptionProblem.rotated)
    case .outdated:
      self.init(
        "the server returned earlier keys than this device has seen",
        hints: [
          "if it was restored from a backup, sync a device that has the newest keys first",
          "otherwise do not trust it: ask its operator",
          "on a device that has the newest keys, this replaces them: notesctl encryption rotate",
        ], status: .permission)
    case .exhausted:
      self.init(
        "the keys of the vault cannot be changed any more, only replaced",
        hints: ["make a new key: notesctl encryption rotate"], status: .data)
    case .damaged:
      self.init(
        "the keys of the vault, as the server returned them, are damaged",
        hints: [
          "the passphrase is not the cause; ask the operator whether the server lost data",
          "on a device that syncs with them, this replaces them: notesctl encryption rotate",
        ], status: .data)
    case .unknownFormat(let version):
      self.init(
        "the keys of the vault are in the format \(Int(version)), which this notesctl does not know",
        hints: ["update notesctl: notesctl --version"], status: .configuration)
    case .unacceptableCost:
      self.init(
        "the server asks for too little or too much work to check the passphrase",
        hints: ["do not trust it: ask its operator"], status: .permission)
    case .outOfMemory:
      self.init(
        "there is not enough memory to check the passphrase, which takes 128 MB",
        hints: ["nothing was changed; try again later"], status: .tryAgain)
    }
  }

  init(_ problem: EncryptionProblem) {
    let unlock: StyledText = "give it the passphrase or the recovery code: notesctl encryption unlock"
    switch problem {
    case .locked:
      self.init(
        "the vault is encrypted, and this device does not have its key", hints: [unlock], status: .permission,
        id: "vault-locked")
    case .rotated:
      self.init(
        "the vault has a new key, which this device does not have",
        hints: [unlock, "if none of your devices made it, replace it: notesctl encryption rotate --replace"],
        status: .permission, id: "vault-locked")
    case .missingKeyring:
      self.init(
        "the vault was encrypted, and the server has its keys no more",
        hints: [
          "nothing was sent; ask the operator whether the server was restored from an earlier backup",
          "if so, encrypt what it has: notesctl encryption enable",
        ], status: .permission)
    case .keyring(let error): self.init(error)
    case .withheld(let note):
      self.init(
        "the server does not return a note that it accepted from this device: \(raw: note.description)",
        hints: ["the note is here as it was; do not trust the server: ask its operator"], status: .protocolError)
    case .store(let error): self.init(error)
    }
  }
}
