import ArgumentParser
import NotesDomain
import Wiring

struct ServeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Be the server that devices sync with.",
    discussion: """
      EXAMPLES:
        notesctl serve
        notesctl serve --listen 0.0.0.0:8377 --tls-certificate fullchain.pem --tls-key privkey.pem
        notesctl serve --trusted-proxies 127.0.0.1
        notesctl serve --print-config

      It runs until Ctrl-C or SIGTERM, and then finishes what is under way; the second Ctrl-C ends \
      it at once. Each setting can also be given by a variable, NOTESCTL_SERVER_LISTEN for \
      --listen, or in a file, server.yaml beside the notes. What is typed counts most, the file \
      least.
      """)

  static let createsServerStore = true

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var settings: ServeOptions
  var screen = Injected<Screen>()

  @Flag(name: .customLong("print-config"), help: "Show each setting and where it comes from, and do not serve.")
  var printsConfiguration = false

  @OptionGroup var machine: JSONOutputOptions

  var serverOptions: ServerOptions { ServerOptions(flags: settings.flags, file: settings.config) }

  struct Screen: Sendable {
    let configuration: any HostConfiguration
    /// Made only to serve: it opens the store.
    let host: @Sendable () throws -> any SyncHost
    let console: any Console
  }

  func validate() throws {
    if machine.isRequested, !printsConfiguration { throw Self.usage("--json goes with --print-config only.") }
  }

  func run(on screen: Screen) async throws {
    if printsConfiguration { return try show(screen.configuration.settings(), on: screen.console) }
    let console = screen.console
    try await screen.host().serve { addresses in
      for address in addresses { try? console.write("listening on \(.bold, address)\n", to: .error) }
      try? console.finish()
    }
  }

  private func show(_ settings: [HostSetting], on console: any Console) throws {
    if machine.isRequested {
      let text = try machine.text(settings.map(JSONValue.setting), like: .settingExample)
      return try console.write(StyledText(trusted: text), to: .output)
    }
    try console.write(SettingTable.text(settings), to: .output)
  }
}

/// The options that set a server. They go on as they were typed: who reads them also reads the variables and the file.
struct ServeOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Listen on ADDRESS (default: 127.0.0.1:8377).", valueName: "address"))
  var listen: String?

  @Option(
    name: .customLong("tls-certificate"),
    help: ArgumentHelp("Encrypt with the certificate in FILE, in PEM, its chain behind it.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var certificate: String?

  @Option(
    name: .customLong("tls-key"), help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"]))
  var key: String?

  @Flag(name: .customLong("behind-proxy"), help: "A proxy on the way here encrypts.")
  var isBehindProxy = false

  @Option(
    name: .customLong("trusted-proxies"),
    help: ArgumentHelp(
      "Believe these proxies where a request comes from: addresses, or ranges such as 10.0.0.0/8.",
      valueName: "ranges"))
  var proxies: String?

  @Option(
    name: .customLong("metrics-listen"),
    help: ArgumentHelp("Tell figures for Prometheus at ADDRESS, under /metrics.", valueName: "address"))
  var metrics: String?

  @Option(
    name: .customLong("log-level"),
    help: ArgumentHelp("Log from LEVEL on: debug, info, warning or error (default: info).", valueName: "level"))
  var logLevel: String?

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp("Log as text or json (default: text).", valueName: "format"))
  var logFormat: String?

  @Option(
    name: .customLong("max-connections"),
    help: ArgumentHelp("Accept so many connections at a time (default: 1024).", valueName: "count"))
  var connections: String?

  @Option(
    name: .customLong("max-watchers"),
    help: ArgumentHelp("Let so many devices of one account wait for changes (default: 100).", valueName: "count"))
  var watchers: String?

  @Option(
    name: .customLong("max-notes"),
    help: ArgumentHelp("Let a vault hold so many notes (default: any number).", valueName: "count"))
  var notes: String?

  @Option(
    name: .customLong("max-vault-bytes"),
    help: ArgumentHelp("Let a vault hold so many bytes (default: any number).", valueName: "bytes"))
  var vaultBytes: String?

  @Option(
    name: .customLong("max-blob-bytes"),
    help: ArgumentHelp("Take attachments of so many bytes (default: 512000000).", valueName: "bytes"))
  var blobBytes: String?

  @Option(
    help: ArgumentHelp("Read settings from FILE (default: server.yaml beside the notes).", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  /// What was typed.
  var flags: [HostSettingName: String] {
    let texts: [HostSettingName: String?] = [
      .listen: listen, .tlsCertificate: certificate, .tlsKey: key, .behindProxy: isBehindProxy ? "true" : nil,
      .trustedProxies: proxies, .metricsListen: metrics, .logLevel: logLevel, .logFormat: logFormat,
      .maximumConnections: connections, .maximumWatchers: watchers, .maximumNotes: notes,
      .maximumVaultBytes: vaultBytes, .maximumBlobBytes: blobBytes,
    ]
    return texts.compactMapValues(\.self)
  }
}
