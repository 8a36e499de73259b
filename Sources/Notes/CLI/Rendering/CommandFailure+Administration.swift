import NotesDomain
import NotesViewModels

extension CommandFailure {
  /// Puts into words why an operator's work on accounts was not done.
  init(_ error: AccountError) {
    let list: StyledText = "all accounts: notesctl server user list"
    switch error {
    case .unknownAccount: self.init("there is no such account", hints: [list], status: .noInput)
    case .accountExists:
      self.init(
        "there is an account of that name already", hints: ["set its password: notesctl server user password NAME"],
        status: .cannotCreate)
    case .weakPassword:
      self.init(
        "the password is shorter than \(Password.leastBytes) bytes",
        hints: ["a few words that do not belong together are easy to remember and hard to guess"], status: .data)
    case .noMemory:
      self.init(
        "there is not enough memory to protect the password", hints: ["128 MB are needed for a moment"],
        status: .tryAgain)
    case .store(let error): self.init(Failure.store(error))
    case .badCredentials: self.init("there is no such account, or its password is another", status: .permission)
    case .unauthorized: self.init("the device is not signed in", status: .permission)
    case .unknownDevice: self.init("the account has no such device", status: .noInput)
    case .tooManyDevices: self.init("the account has as many devices as it may", status: .permission)
    case .rateLimited: self.init("there were too many tries", hints: ["try again later"], status: .tryAgain)
    }
  }

  /// Puts into words why something was not done with a server's store.
  init(_ error: MaintenanceError) {
    switch error {
    case .missing(let path):
      self.init("there is no file \(path)", hints: ["say where the store is with --store FILE"], status: .noInput)
    case .exists(let path):
      self.init(
        "there is a file \(path) already", hints: ["nothing is overwritten; choose another name"],
        status: .cannotCreate)
    case .inUse(let path):
      self.init(
        "the store \(path) is in use", hints: ["stop the server first, and other commands that work on it"],
        status: .tryAgain)
    case .same(let path):
      self.init("\(path) is the server's store itself", hints: ["name a backup of it"], status: .usage)
    case .failed(let path, let reason): self.init("cannot work on \(path): \(reason)", status: .inputOutput)
    case .store(let error): self.init(Failure.store(error))
    }
  }
}
