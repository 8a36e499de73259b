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

  /// Puts into words why a backup was not restored. What is wrong with the backup, no other place of the store mends.
  init(_ error: MaintenanceError, restoring backup: String) {
    let other: StyledText = "name a file that this made: notesctl server backup FILE"
    switch error {
    case .missing(backup): self.init("there is no backup \(backup)", hints: [other], status: .noInput)
    case .store(.notAStore(backup)):
      self.init("\(backup) is no backup of a server's store", hints: [other], status: .data)
    case .store(.corrupt(backup, let detail)):
      self.init("the backup \(backup) is damaged: \(detail)", hints: ["take another one"], status: .data)
    case .store(.permissionDenied(backup)), .store(.readOnly(backup)):
      self.init(
        "the backup \(backup) may not be read", hints: ["look at its permissions: ls -l \(backup)"],
        status: .permission)
    case .missing, .exists, .inUse, .same, .failed, .store: self.init(error)
    }
  }

  /// Puts into words why something was not done with a server's store.
  init(_ error: MaintenanceError) {
    switch error {
    case .missing(let path):
      self.init(
        "there is no server's store \(path)",
        hints: ["say where it is with --store FILE, or --data-dir DIR", "'notesctl server user add' makes one"],
        status: .noInput)
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
