import NotesDomain
import NotesViewModels

extension EncryptionError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .alreadyEncrypted: ["see: notesctl encryption status"]
    case .notEncrypted: ["encrypt it: notesctl encryption enable"]
    case .sameAsPassword:
      ["nothing was sent; on a device that is signed in, choose another: notesctl encryption change-passphrase"]
    case .vaultFull:
      ["ask its operator to remove those that no note uses: notesctl server purge NAME --older-than 0"]
    // Without the hints for sync.
    case .transport(let error): AccountClientError.transport(error).remedies
    case .notSignedIn, .locked, .changedMeanwhile, .weakPassphrase, .keyring, .credentials, .store, .cancelled: []
    }
  }

  var jsonName: String? {
    if case .transport(let error) = self { CommandFailure(error).id } else { nil }
  }
}

extension KeyringError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .wrongPassphrase: ["or use the recovery code: notesctl encryption unlock --recovery-file FILE"]
    case .outdated: ["on a device that has the newest keys, this replaces them: notesctl encryption rotate"]
    case .exhausted: ["make a new key: notesctl encryption rotate"]
    case .damaged: ["on a device that syncs with them, this replaces them: notesctl encryption rotate"]
    case .unknownFormat: ["update notesctl: notesctl --version"]
    case .wrongRecoveryCode, .rotated, .unacceptableCost, .outOfMemory: []
    }
  }
}

extension EncryptionProblem: CommandRemedies {
  var remedies: [StyledText] {
    let unlock: StyledText = "give it the passphrase or the recovery code: notesctl encryption unlock"
    return switch self {
    case .locked: [unlock]
    case .rotated:
      [unlock, "if none of your devices made it, replace it: notesctl encryption rotate --replace"]
    case .missingKeyring:
      [
        "nothing was sent; ask the operator whether the server was restored from an earlier backup",
        "if so, encrypt what it has: notesctl encryption enable",
      ]
    case .keyring, .withheld, .store: []
    }
  }

  var jsonName: String? {
    switch self {
    case .locked, .rotated: "vault-locked"
    case .missingKeyring, .keyring, .withheld, .store: nil
    }
  }
}
