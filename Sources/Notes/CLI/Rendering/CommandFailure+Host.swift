import NotesDomain
import NotesViewModels

extension CommandFailure {
  /// Puts into words why a server does not serve.
  init(_ error: HostError) {
    switch error {
    case .setting(let name, let origin, let value, let expected):
      self.init(
        "the setting \(raw: name.rawValue) cannot be '\(value)', which comes from \(origin.words(for: name))",
        hints: ["it is \(expected)"], status: .configuration)
    case .unknownSetting(let path, let name):
      self.init(
        "there is no setting '\(name)', which \(path) has",
        hints: Self.hints(name, among: HostSettingName.allCases.map(\.rawValue)) + [
          "these are all settings: notesctl serve --print-config --config /dev/null"
        ], status: .configuration)
    case .unknownVariable(let name):
      let variables = CommandLineFront.environmentVariables.filter { $0.hasPrefix(HostSettingName.variablePrefix) }
      self.init(
        "there is no setting for the variable \(name)",
        hints: Self.hints(name, among: variables) + ["these are all settings: notesctl serve --help"],
        status: .configuration)
    case .configuration(let path, let detail):
      self.init("cannot read the settings in \(path): \(detail)", status: .configuration)
    case .halfCertificate:
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
    case .unencryptedFigures(let address):
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
