/// A setting of a server, with its value and the origin of the value.
package struct HostSetting: Sendable, Hashable {
  /// The origin of a setting's value.
  package enum Origin: Sendable, Hashable {
    /// A command-line option.
    case flag
    /// An environment variable.
    case variable
    /// A configuration file.
    case file(path: String)
    /// The default.
    case standard
  }

  package let name: HostSettingName
  /// The value as text; `nil` for none.
  package let value: String?
  package let origin: Origin

  package init(name: HostSettingName, value: String?, origin: Origin) {
    self.name = name
    self.value = value
    self.origin = origin
  }
}

/// The names of a server's settings. The raw value is the key in a configuration file, the option without its dashes,
/// and, in capitals after `NOTESCTL_SERVER_`, the environment variable.
package enum HostSettingName: String, Sendable, Hashable, CaseIterable {
  /// The address on which the server listens.
  case listen
  /// Whether a proxy in front of the server terminates TLS.
  case behindProxy = "behind-proxy"
  /// The proxies that are trusted to name the client's address.
  case trustedProxies = "trusted-proxies"
  /// The file with the certificate and its chain.
  case tlsCertificate = "tls-certificate"
  /// The file with the certificate's private key.
  case tlsKey = "tls-key"
  /// The address on which the server serves its metrics.
  case metricsListen = "metrics-listen"
  /// The minimum level of log messages.
  case logLevel = "log-level"
  /// The format of log lines.
  case logFormat = "log-format"
  /// The maximum number of concurrent connections.
  case maximumConnections = "max-connections"
  /// The maximum number of concurrent watch requests of an account.
  case maximumWatchers = "max-watchers"
  /// The maximum number of notes in a vault.
  case maximumNotes = "max-notes"
  /// The maximum size of a vault in bytes, of everything that the server keeps for it.
  case maximumVaultBytes = "max-vault-bytes"
  /// The maximum size of a blob, in bytes.
  case maximumBlobBytes = "max-blob-bytes"
  /// The maximum number of connections to a database.
  case storeConnections = "store-connections"
  /// The address of a database without the pooler in front of it.
  case storeDirect = "store-direct"

  /// The command-line option: `--listen`.
  package var flag: String { "--\(rawValue)" }

  /// The prefix of all settings' environment variables.
  package static let variablePrefix = "NOTESCTL_SERVER_"

  /// The environment variable: `NOTESCTL_SERVER_LISTEN`.
  package var variable: String {
    Self.variablePrefix + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}
