import HTTPTypes
import NotesDomain
import NotesViewModels

extension AccountFailure: PageRemedies {
  var remedy: String {
    switch self {
    case .passwordUncertain:
      "The password may have been changed; send the same passwords again to make sure. "
        + "This device stays signed in either way."
    case .signedInElsewhere: "Sign out first. Your notes stay here, and are merged into the new account."
    case .notSignedIn: "Sign in to sync the notes with your other devices."
    case .noDevice, .ambiguousDevice: "It may have been signed out in the meantime."
    case .longLabel: "Choose a shorter one."
    case .malformedServer, .malformedName, .otherVault: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .signedInElsewhere: .conflict
    case .passwordUncertain, .otherVault: .badGateway
    default: nil
    }
  }
}

extension AccountClientError: PageRemedies {
  var remedy: String {
    switch self {
    case .unknownDevice: "It may have been signed out in the meantime."
    case .tooManyDevices: "On another device, revoke one that you no longer use."
    // Unlike a sync, it is not tried again by itself.
    case .transport(.unreachable), .transport(.unavailable(_, retryAfter: nil)), .transport(.refused),
      .transport(.misaddressed), .transport(.undecodable), .transport(.oversized):
      "Try again later."
    case .transport(let error): WebFailure.remedy(for: error)
    case .badCredentials, .wrongPassword, .weakPassword: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .badCredentials, .wrongPassword: .unprocessableContent
    case .transport(let error): WebFailure(error).status
    default: nil
    }
  }
}

extension CredentialError: PageRemedies {
  var remedy: String {
    switch self {
    case .exposed, .damaged: "Sign out, and sign in again."
    case .wrongOwner: "Check it, and remove it."
    case .failed: "Check its folder."
    }
  }
}

extension EncryptionError: PageRemedies {
  var remedy: String {
    switch self {
    case .alreadyEncrypted: "Nothing was changed."
    case .notEncrypted: "It needs no passphrase."
    case .sameAsPassword: "Nothing was sent. On a device that is signed in, choose another passphrase."
    case .vaultFull: "Its operator can remove attachments that no note uses."
    case .transport(let error): AccountClientError.transport(error).remedy
    case .notSignedIn, .locked, .changedMeanwhile, .weakPassphrase, .keyring, .credentials, .store, .cancelled: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .alreadyEncrypted, .changedMeanwhile: .conflict
    case .transport(let error): WebFailure(error).status
    default: nil
    }
  }
}

extension KeyringError: PageRemedies {
  var remedy: String {
    switch self {
    case .wrongPassphrase: "The recovery code opens the vault, too."
    case .exhausted: "Make a new key in a terminal: notesctl encryption rotate."
    case .damaged, .unknownFormat: "'notesctl encryption unlock' in a terminal tells more."
    case .wrongRecoveryCode, .rotated, .outdated, .unacceptableCost, .outOfMemory: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .wrongPassphrase, .wrongRecoveryCode: .unprocessableContent
    case .exhausted: .conflict
    case .outdated, .damaged, .unknownFormat, .unacceptableCost: .badGateway
    case .rotated, .outOfMemory: nil
    }
  }
}

extension EncryptionProblem: PageRemedies {
  var remedy: String {
    switch self {
    case .locked, .rotated: "Give it the passphrase or the recovery code under Account."
    case .missingKeyring:
      "Nothing was sent. Ask the operator whether the server was restored from an earlier backup."
    case .keyring, .withheld, .store: ""
    }
  }

  var status: HTTPResponse.Status? { if case .missingKeyring = self { .badGateway } else { nil } }
}
