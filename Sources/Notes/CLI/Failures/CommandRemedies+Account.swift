import NotesDomain
import NotesViewModels

extension AccountFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .passwordUncertain:
      [
        "the password may have been changed; repeat the command with the same passwords to make sure",
        "this device stays signed in either way",
      ]
    case .signedInElsewhere:
      [
        "sign out first: notesctl logout",
        "or use --force; either way your notes stay here and are merged into the new account",
      ]
    case .otherVault:
      ["if so, --force accepts the vault, which gets your notes in plain text until: notesctl encryption enable"]
    case .notSignedIn: ["sign in: notesctl login SERVER"]
    case .noDevice: ["list them: notesctl devices"]
    case .ambiguousDevice(_, let candidates): candidates.prefix(5).map { "\(raw: $0.id.description)  \($0.label)" }
    case .longLabel: ["choose another: --label laptop"]
    case .malformedServer, .malformedName: []
    }
  }

  var jsonName: String? { if case .notSignedIn = self { "not-signed-in" } else { nil } }
}

extension AccountClientError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .unknownDevice: ["list them: notesctl devices"]
    case .tooManyDevices: ["on another device, sign out one that you no longer use: notesctl revoke DEVICE"]
    case .transport(let error): Self.remedies(for: error)
    case .badCredentials, .wrongPassword, .weakPassword: []
    }
  }

  /// Returns what to do when a request other than a sync fails: it has no data that could be lost, and is not repeated.
  private static func remedies(for error: TransportError) -> [StyledText] {
    switch error {
    case .unreachable, .unavailable: ["try again later"]
    case .undecodable, .oversized, .refused, .misaddressed: ["check the address: another program may answer there"]
    case .rateLimited: ["\(error.retry.text)"]
    case .unauthorized: ["sign in again: notesctl login SERVER"]
    case .notConfigured, .misconfigured, .credentials, .unsupportedProtocol, .encryption, .untrusted:
      CommandFailure.remedies(for: error)
    }
  }
}

extension CredentialError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .exposed, .damaged: ["sign in again: notesctl logout && notesctl login SERVER"]
    case .wrongOwner(let path): ["check it: \(CommandFailure.listing(path))"]
    case .failed(let path, _): ["check its folder: \(CommandFailure.listing(path, isFolder: true))"]
    }
  }
}
