import HTTPTypes
import NotesDomain
import NotesViewModels

extension WebFailure {
  init(_ failure: AccountFailure) {
    switch failure {
    case .client(let error): self.init(error)
    case .passwordUncertain(let error):
      self.init(
        status: .badGateway, message: WebFailure(error).message,
        hint: "The password may have been changed; send the same passwords again to make sure. "
          + "This device stays signed in either way.")
    case .credentials(let error): self.init(error)
    case .malformedServer(_, let problem): self.init(problem)
    case .malformedName:
      self.init(
        status: .unprocessableContent, message: "This is not a valid account name.",
        hint: "A name has 1 to 64 lower-case letters, digits and .-_@+, and starts with a letter or digit.")
    case .signedInElsewhere(let server, let account):
      self.init(
        status: .conflict, message: "This device is signed in to \(server) as \(account.text).",
        hint: "Sign out first. Your notes stay here, and are merged into the new account.")
    case .otherVault(let server, let account):
      self.init(
        status: .badGateway,
        message: "\(server) has another vault for \(account.text) than before, which was encrypted.",
        hint: "Nothing was changed. Ask its operator whether the account was made anew.")
    case .notSignedIn:
      self.init(
        status: .conflict, message: "This device is not signed in to a server.",
        hint: "Sign in to sync the notes with your other devices.")
    case .noDevice, .ambiguousDevice: self.init(AccountClientError.unknownDevice)
    case .longLabel:
      self.init(
        status: .unprocessableContent,
        message: "The name of the device is longer than \(SignInRequest.maximumLabelBytes) bytes.",
        hint: "Choose a shorter one.")
    }
  }

  init(_ error: AccountClientError) {
    switch error {
    case .badCredentials:
      self.init(
        status: .unprocessableContent, message: "The account name or the password is wrong.",
        hint: "The server does not reveal which.")
    case .wrongPassword:
      self.init(
        status: .unprocessableContent, message: "The current password is wrong.", hint: "Nothing was changed.")
    case .weakPassword(let weakness): self.init(weakness)
    case .unknownDevice:
      self.init(
        status: .notFound, message: "There is no such device.", hint: "It may have been signed out in the meantime.")
    case .tooManyDevices:
      self.init(
        status: .conflict, message: "The account has reached its limit of devices.",
        hint: "On another device, revoke one that you no longer use.")
    case .transport(let error):
      self.init(error)
      switch error {
      // Unlike a sync, it is not tried again by itself.
      case .unreachable, .unavailable(_, nil), .refused, .misaddressed, .undecodable, .oversized:
        hint = "Try again later."
      default: break
      }
    }
  }

  init(_ weakness: PasswordWeakness) {
    let message =
      switch weakness {
      case .tooShort: "The new password is too short: at least \(Password.minimumBytes) bytes are required."
      case .common: "The new password is one of the most common ones, or nearly one. Attackers try those first."
      case .resemblesName: "The new password is little more than the name of the account or of the server."
      }
    self.init(
      status: .unprocessableContent, message: message,
      hint: "Several unrelated words are easy to remember and hard to guess.")
  }

  init(_ error: CredentialError) {
    let again = "Sign out, and sign in again."
    switch error {
    case .exposed(let path, let mode):
      self.init(
        status: .conflict,
        message: "Other users of this machine can read \(path), which has the permissions \(String(mode, radix: 8)).",
        hint: "Anyone who read it can access your notes until this device is signed out. \(again)")
    case .wrongOwner(let path):
      self.init(
        status: .conflict, message: "\(path) is owned by another user or is not a regular file.",
        hint: "Check it, and remove it.")
    case .damaged(let path): self.init(status: .conflict, message: "\(path) is damaged.", hint: again)
    case .failed(let path, let detail):
      self.init(status: .internalServerError, message: "\(path) cannot be used: \(detail).", hint: "Check its folder.")
    }
  }

  init(_ problem: ServerAddressError) {
    let example = "An address is like https://notes.example.org, with an optional port and path."
    switch problem {
    case .malformed:
      self.init(status: .unprocessableContent, message: "This is not a valid server address.", hint: example)
    case .containsUserInfo:
      self.init(
        status: .unprocessableContent, message: "A server address must not contain a user name or password.",
        hint: example)
    case .unknownScheme:
      self.init(
        status: .unprocessableContent, message: "A server address must start with https or http.", hint: example)
    case .unencrypted(let host):
      self.init(
        status: .unprocessableContent,
        message: "http would send your notes and password to \(host) unencrypted.",
        hint: "Use https://\(host); http is for this machine only.")
    }
  }
}
