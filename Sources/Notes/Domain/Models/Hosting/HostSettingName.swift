/// The settings of a server. A setting has one name, which is its flag, its key in a file and, in capitals and behind
/// `NOTESCTL_SERVER_`, its variable.
public enum HostSettingName: String, Sendable, Hashable, CaseIterable {
  /// Where it listens.
  case listen
  /// Whether a proxy on the way to it has the certificate.
  case behindProxy = "behind-proxy"
  /// The proxies whose word about where a request comes from counts.
  case trustedProxies = "trusted-proxies"
  /// The file with its certificate, and those that lead to an authority.
  case tlsCertificate = "tls-certificate"
  /// The file with the key of its certificate.
  case tlsKey = "tls-key"
  /// Where it tells its figures.
  case metricsListen = "metrics-listen"
  /// From which level on it logs.
  case logLevel = "log-level"
  /// How a line of its log looks.
  case logFormat = "log-format"
  /// How many connections there may be at a time.
  case maximumConnections = "max-connections"
  /// How many requests of one account may wait for a change at a time.
  case maximumWatchers = "max-watchers"
  /// How many notes one vault may hold.
  case maximumNotes = "max-notes"
  /// How many bytes one vault may hold, of notes and blobs together.
  case maximumVaultBytes = "max-vault-bytes"
  /// How many bytes one blob may have.
  case maximumBlobBytes = "max-blob-bytes"

  /// The flag: `--listen`.
  public var flag: String { "--\(rawValue)" }

  /// What the variables of all settings begin with.
  public static let variablePrefix = "NOTESCTL_SERVER_"

  /// The variable of the environment: `NOTESCTL_SERVER_LISTEN`.
  public var variable: String {
    Self.variablePrefix + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}
