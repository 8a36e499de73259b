import ArgumentParser
import NotesDomain
import NotesFronts
import Wiring

struct ServeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "serve", abstract: "Run the sync server.",
    discussion: """
      EXAMPLES:
        notesctl serve
        notesctl serve --listen 0.0.0.0:8377 --tls-certificate cert.pem --tls-key key.pem
        notesctl serve --trusted-proxies 127.0.0.1
        notesctl serve --print-config

      It runs until Ctrl-C or SIGTERM, and then finishes open requests; a second Ctrl-C stops it \
      at once. Each setting can also be set by a variable, such as NOTESCTL_SERVER_LISTEN for \
      --listen, or in a file, server.yaml in the data directory. Options override variables, \
      which override the file.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var settings: ServeOptions
  var screen = Injected<Screen>()

  @Flag(name: .customLong("print-config"), help: "Print each setting and its origin instead of serving.")
  var printsConfiguration = false

  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds {
    .server(server, createsStore: true, options: ServerOptions(flags: settings.flags, file: settings.config))
  }

  struct Screen: Sendable {
    let configuration: any HostConfiguration
    /// Created only to serve, since it opens the store.
    let host: @Sendable () throws -> any SyncHost
    let console: any Console
  }

  func validate() throws {
    if machine.isRequested, !printsConfiguration { throw Self.usage("--json can only be used with --print-config.") }
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
      return try console.write(machine.text(settings, .setting), to: .output)
    }
    try console.write(SettingTable.text(settings), to: .output)
  }
}

/// The options for a server's settings, as texts: the reader of the settings parses options, variables and file alike.
struct ServeOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Listen on ADDRESS (default: 127.0.0.1:8377).", valueName: "address"))
  var listen: String?

  @Option(
    name: .customLong("tls-certificate"),
    help: ArgumentHelp("The TLS certificate chain in FILE, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var certificate: String?

  @Option(
    name: .customLong("tls-key"),
    help: ArgumentHelp("The private key of the certificate in FILE, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"]))
  var key: String?

  @Flag(name: .customLong("behind-proxy"), help: "TLS is terminated by a proxy.")
  var isBehindProxy = false

  @Option(
    name: .customLong("trusted-proxies"),
    help: ArgumentHelp(
      "Trust these proxies' forwarded client addresses: addresses, or ranges such as 10.0.0.0/8.", valueName: "ranges"))
  var proxies: String?

  @Option(
    name: .customLong("metrics-listen"),
    help: ArgumentHelp("Serve Prometheus metrics at ADDRESS, under /metrics.", valueName: "address"))
  var metrics: String?

  @Option(
    name: .customLong("log-level"),
    help: ArgumentHelp("The minimum log level: debug, info, warning or error (default: info).", valueName: "level"))
  var logLevel: String?

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp("The log format: text or json (default: text).", valueName: "format"))
  var logFormat: String?

  @Option(
    name: .customLong("max-connections"),
    help: ArgumentHelp("Maximum number of concurrent connections (default: 1024).", valueName: "count"))
  var connections: String?

  @Option(
    name: .customLong("max-watchers"),
    help: ArgumentHelp("Maximum number of devices per account waiting for changes (default: 100).", valueName: "count"))
  var watchers: String?

  @Option(
    name: .customLong("max-notes"),
    help: ArgumentHelp("Maximum number of notes per vault (default: 200000).", valueName: "count"))
  var notes: String?

  @Option(
    name: .customLong("max-vault-bytes"),
    help: ArgumentHelp("Maximum number of bytes per vault (default: 2000000000).", valueName: "bytes"))
  var vaultBytes: String?

  @Option(
    name: .customLong("max-blob-bytes"),
    help: ArgumentHelp("Maximum size of an attachment in bytes (default: 512000000).", valueName: "bytes"))
  var blobBytes: String?

  @Option(
    name: .customLong("store-connections"),
    help: ArgumentHelp("Maximum number of connections to a database (default: 16).", valueName: "count"))
  var storeConnections: String?

  @Option(
    name: .customLong("store-direct"),
    help: ArgumentHelp(
      "The database without its pooler, for messages between servers (default: the store).", valueName: "address"))
  var storeDirect: String?

  @Option(
    help: ArgumentHelp("Read settings from FILE (default: server.yaml in the data directory).", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  /// The settings given as options.
  var flags: [ServerOptions.Flag] {
    let texts: [(HostSettingName, String?)] = [
      (.listen, listen), (.tlsCertificate, certificate), (.tlsKey, key), (.behindProxy, isBehindProxy ? "true" : nil),
      (.trustedProxies, proxies), (.metricsListen, metrics), (.logLevel, logLevel), (.logFormat, logFormat),
      (.maximumConnections, connections), (.maximumWatchers, watchers), (.maximumNotes, notes),
      (.maximumVaultBytes, vaultBytes), (.maximumBlobBytes, blobBytes),
      (.storeConnections, storeConnections), (.storeDirect, storeDirect),
    ]
    return texts.compactMap { name, value in value.map { ServerOptions.Flag(name: name, value: $0) } }
  }
}
