import NotesDomain
import NotesViewModels

extension CommandFailure {
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
}
