import HTTPTypes
import NotesDomain
import NotesViewModels

extension WebFailure {
  init(_ error: EncryptionError) {
    switch error {
    case .notSignedIn: self.init(AccountFailure.notSignedIn)
    case .alreadyEncrypted:
      self.init(status: .conflict, message: "The vault is encrypted already.", hint: "Nothing was changed.")
    case .notEncrypted:
      self.init(status: .conflict, message: "The vault is not encrypted.", hint: "It needs no passphrase.")
    case .locked: self.init(EncryptionProblem.locked)
    case .changedMeanwhile:
      self.init(
        status: .conflict, message: "Another device changed the keys of the vault at the same time.",
        hint: "Nothing was changed; try again.")
    case .sameAsPassword:
      self.init(
        status: .unprocessableContent, message: "The passphrase is the password of the account, which the server sees.",
        hint: "Nothing was sent. On a device that is signed in, choose another passphrase.")
    case .weakPassphrase:
      self.init(
        status: .unprocessableContent,
        message: "The passphrase is too short: at least \(Passphrase.minimumLength) characters are required.",
        hint: "Several unrelated words are easy to remember and hard to guess.")
    case .vaultFull:
      self.init(
        status: .serviceUnavailable, message: "The account has no room left on the server.",
        hint: "Its operator can remove attachments that no note uses.")
    case .keyring(let error): self.init(error)
    case .credentials(let error): self.init(error)
    case .store(let error): self.init(error)
    // Unlike a sync, it is not tried again by itself.
    case .transport(let error): self.init(AccountClientError.transport(error))
    case .cancelled: self.init(status: .serviceUnavailable, message: "It was interrupted.", hint: "Nothing is lost.")
    }
  }

  init(_ error: KeyringError) {
    switch error {
    case .wrongPassphrase:
      self.init(
        status: .unprocessableContent, message: "The passphrase is wrong.",
        hint: "The recovery code opens the vault, too.")
    case .wrongRecoveryCode:
      self.init(
        status: .unprocessableContent, message: "The recovery code is wrong.",
        hint: "Each new code makes the one before void.")
    case .rotated: self.init(EncryptionProblem.rotated)
    case .outdated:
      self.init(
        status: .badGateway, message: "The server returned earlier keys than this device has seen.",
        hint: "If it was restored from a backup, sync a device that has the newest keys first.")
    case .exhausted:
      self.init(
        status: .conflict, message: "The keys of the vault cannot be changed any more, only replaced.",
        hint: "Make a new key in a terminal: notesctl encryption rotate.")
    case .damaged, .unknownFormat, .unacceptableCost:
      self.init(
        status: .badGateway, message: "The keys of the vault, as the server returned them, cannot be used.",
        hint: "'notesctl encryption unlock' in a terminal tells more.")
    case .outOfMemory:
      self.init(
        status: .serviceUnavailable, message: "There is not enough memory to check the passphrase.",
        hint: "Try again later.")
    }
  }

  init(_ problem: EncryptionProblem) {
    let unlock = "Give it the passphrase or the recovery code under Account."
    switch problem {
    case .locked:
      self.init(
        status: .conflict, message: "The vault is encrypted, and this device does not have its key.", hint: unlock)
    case .rotated:
      self.init(status: .conflict, message: "The vault has a new key, which this device does not have.", hint: unlock)
    case .missingKeyring:
      self.init(
        status: .badGateway, message: "The vault was encrypted, and the server has its keys no more.",
        hint: "Nothing was sent. Ask the operator whether the server was restored from an earlier backup.")
    case .keyring(let error): self.init(error)
    case .withheld(let note):
      self.init(
        status: .badGateway, message: "The server does not return a note that it accepted from this device: \(note).",
        hint: "The note is here as it was. Ask the operator of the server.")
    case .store(let error): self.init(error)
    }
  }
}
