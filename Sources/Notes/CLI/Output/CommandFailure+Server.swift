import NotesDomain
import NotesViewModels

extension CommandFailure {
  /// Puts into words why a server does not serve.
  init(_ error: HostError) {
    switch error {
    case .setting(let name, let origin, let value, let expected):
      self.init(
        "the setting \(raw: name.rawValue) cannot be '\(value)', which comes from \(origin.description(for: name))",
        hints: ["it is \(expected)"], status: .configuration)
    case .unknownSetting(let path, let name):
      self.init(
        "there is no setting '\(name)', which \(path) has",
        hints: Self.hints(name, among: HostSettingName.allCases.map(\.rawValue)) + [
          "these are all settings: notesctl serve --print-config --config /dev/null"
        ], status: .configuration)
    case .unknownVariable(let name):
      let variables = CommandLineInterface.environmentVariables.filter { $0.hasPrefix(HostSettingName.variablePrefix) }
      self.init(
        "there is no setting for the variable \(name)",
        hints: Self.hints(name, among: variables) + ["these are all settings: notesctl serve --help"],
        status: .configuration)
    case .configuration(let path, let detail):
      self.init("cannot read the settings in \(path): \(detail)", status: .configuration)
    case .incompleteCertificate:
      self.init(
        "tls-certificate and tls-key go together, and only one of them is set",
        hints: ["see where it comes from: notesctl serve --print-config"], status: .configuration)
    case .unencrypted(let address):
      self.init(
        "other machines could reach \(address), and passwords and notes would go there for all to read",
        hints: [
          "give a certificate: --tls-certificate FILE --tls-key FILE",
          "or, if a proxy encrypts: --trusted-proxies ADDRESS, or --behind-proxy",
        ], status: .configuration)
    case .unencryptedMetrics(let address):
      self.init(
        "other machines could reach \(address), and the server's figures would go there for all to read",
        hints: [
          "tell them on this machine alone: --metrics-listen 127.0.0.1:9377",
          "or, if a proxy encrypts: --trusted-proxies ADDRESS, or --behind-proxy",
        ], status: .configuration)
    case .cannotListen(let address, let detail):
      self.init(
        "cannot listen on \(address): \(detail)", hints: ["choose another address: --listen ADDRESS"],
        status: .unavailable)
    case .certificate(let path, let detail):
      self.init("cannot use \(path): \(detail)", status: .configuration)
    case .store(let error): self.init(Failure.store(error))
    case .failed(let detail): self.init("the server stopped by itself: \(detail)", status: .software)
    }
  }

  /// The name that somebody probably meant.
  private static func hints(_ word: String, among names: [String]) -> [StyledText] {
    let near = names.map { (name: $0, distance: word.editDistance(to: $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= 3 else { return [] }
    return ["did you mean \(raw: near.name)?"]
  }
}

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
        "the password is shorter than \(Password.minimumBytes) bytes",
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
