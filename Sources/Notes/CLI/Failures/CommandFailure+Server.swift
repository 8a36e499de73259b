import NotesDomain
import NotesFronts
import Wiring

extension CommandFailure {
  init(_ error: HostError) {
    switch error {
    case .invalidSetting(let name, let origin, let value, let expected):
      self.init(
        "invalid value '\(value)' for \(raw: name.rawValue) (from \(origin.description(for: name)))",
        hints: ["expected \(expected)"], status: .configuration)
    case .unknownSetting(let path, let name):
      self.init(
        "unknown setting '\(name)' in \(path)",
        hints: Self.hints(name, among: HostSettingName.allCases.map(\.rawValue)) + [
          "all settings: notesctl serve --print-config --config /dev/null"
        ], status: .configuration)
    case .unknownVariable(let name):
      let variables = CommandLineInterface.environmentVariables.filter { $0.hasPrefix(HostSettingName.variablePrefix) }
      self.init(
        "unknown variable \(name)", hints: Self.hints(name, among: variables) + ["all settings: notesctl serve --help"],
        status: .configuration)
    case .configuration(let path, let detail):
      self.init("cannot read the settings in \(path): \(detail)", status: .configuration)
    case .incompleteCertificate:
      self.init(
        "tls-certificate and tls-key must be set together",
        hints: ["show the settings and their origins: notesctl serve --print-config"], status: .configuration)
    case .unencrypted(let address):
      self.init(
        "\(address) is reachable from other machines without TLS: passwords and notes would be sent unencrypted",
        hints: [
          "use a certificate: --tls-certificate FILE --tls-key FILE",
          "or, if a proxy terminates TLS: --trusted-proxies ADDRESS, or --behind-proxy",
        ], status: .configuration)
    case .unencryptedMetrics(let address):
      self.init(
        "metrics at \(address) would be sent unencrypted",
        hints: [
          "listen on this machine only: --metrics-listen 127.0.0.1:9377",
          "or, if a proxy terminates TLS: --trusted-proxies ADDRESS, or --behind-proxy",
        ], status: .configuration)
    case .invalidAddress(let text):
      self.init(
        "'\(text)' is not an address", hints: ["use a host and a port, such as 127.0.0.1:8378"], status: .usage)
    case .notLoopback(let address):
      self.init(
        "other machines could read the notes at \(address)",
        hints: [
          "listen on 127.0.0.1 or [::1], and reach it from elsewhere through a tunnel:",
          "ssh -L 8378:127.0.0.1:8378 HOST",
        ], status: .usage)
    case .cannotListen(let address, let detail):
      self.init(
        "cannot listen on \(address): \(detail)", hints: ["choose another address: --listen ADDRESS"],
        status: .unavailable)
    case .certificate(let path, let detail):
      self.init("cannot use \(path): \(detail)", status: .configuration)
    case .store(let error): self.init(error)
    case .failed(let detail): self.init("the server stopped unexpectedly: \(detail)", status: .software)
    }
  }

  /// Returns a hint with the most similar name, if one is similar.
  private static func hints(_ word: String, among names: [String]) -> [StyledText] {
    Spelling.nearest(to: word, among: names, within: 3).map { ["did you mean \(raw: $0)?"] } ?? []
  }
}

extension CommandFailure {
  init(_ error: AccountError) {
    let list: StyledText = "all accounts: notesctl server user list"
    switch error {
    case .unknownAccount: self.init("no such account", hints: [list], status: .noInput)
    case .accountExists:
      self.init(
        "an account of that name already exists", hints: ["set its password: notesctl server user password NAME"],
        status: .cannotCreate)
    case .weakPassword(let weakness): self.init(weakness)
    case .outOfMemory:
      self.init("not enough memory to hash the password", hints: ["128 MB are needed briefly"], status: .tryAgain)
    case .store(let error): self.init(error)
    case .badCredentials: self.init("wrong account name or password", status: .permission)
    case .unauthorized: self.init("the device is not signed in", status: .permission)
    case .unknownDevice: self.init("device not found", status: .noInput)
    case .tooManyDevices: self.init("the account has reached its device limit", status: .permission)
    case .rateLimited: self.init("too many attempts", hints: ["try again later"], status: .tryAgain)
    case .abandoned: self.init("the request was cancelled", status: .tryAgain)
    }
  }

  /// Creates the failure of a restore, with hints for the backup where the backup is the problem.
  init(_ error: MaintenanceError, restoringServer backup: String) {
    let other: StyledText = "use a file created by: notesctl server backup FILE"
    switch error {
    case .missing(backup): self.init("no such backup: \(backup)", hints: [other], status: .noInput)
    case .store(.notAStore(backup)):
      self.init("\(backup) is not a server backup", hints: [other], status: .data)
    case .store(.corrupt(backup, let detail)):
      self.init("the backup \(backup) is damaged: \(detail)", hints: ["use another backup"], status: .data)
    case .store(.permissionDenied(backup)), .store(.readOnly(backup)):
      self.init(
        "permission denied: \(backup)", hints: ["check its permissions: ls -l \(ShellQuoting.quotedIfNeeded(backup))"],
        status: .permission)
    case .missing, .exists, .inUse, .sameFile, .occupied, .different, .unsupported, .failed, .store:
      self.init(ofServer: error)
    }
  }

  /// Creates the failure of the maintenance of a server's store.
  init(ofServer error: MaintenanceError) {
    switch error {
    case .missing(let path):
      self.init(
        "no server store at \(path)",
        hints: ["give its location with --store FILE or --data-dir DIR", "'notesctl server user add' creates one"],
        status: .noInput)
    case .exists(let path):
      self.init("\(path) already exists", hints: ["nothing is overwritten; choose another name"], status: .cannotCreate)
    case .inUse(let path):
      self.init(
        "the store \(path) is in use", hints: ["stop the server and other commands that use it first"],
        status: .tryAgain)
    case .sameFile(let path):
      self.init("\(path) is the server's store itself", hints: ["use a backup of it"], status: .usage)
    case .occupied, .different, .unsupported, .failed, .store: self.init(error)
    }
  }
}
