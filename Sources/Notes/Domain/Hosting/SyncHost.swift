/// A server in this process.
package protocol SyncHost: Sendable {
  /// Serves devices until it is told to stop, and then finishes what is under way.
  ///
  /// - Parameter onReady: Called once with the addresses that it listens on, when it answers there.
  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError)
}

/// Why a server does not serve.
package enum HostError: Error, Sendable, Hashable {
  /// A setting makes no sense.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - origin: Where its value comes from.
  ///   - value: The value.
  ///   - expected: What it should be.
  case setting(name: HostSettingName, origin: HostSetting.Origin, value: String, expected: String)
  /// The configuration's file has a setting that there is not.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: What stands there for a setting.
  case unknownSetting(path: String, name: String)
  /// The environment has a variable of a setting that there is not.
  ///
  /// - Parameter name: The variable.
  case unknownVariable(name: String)
  /// The configuration's file cannot be read.
  case configuration(path: String, detail: String)
  /// A certificate is set without its key, or a key without its certificate.
  case incompleteCertificate
  /// It would listen to other machines without encryption.
  ///
  /// - Parameter address: Where it would listen.
  case unencrypted(address: String)
  /// It would tell its figures to other machines without encryption.
  ///
  /// - Parameter address: Where it would tell them.
  case unencryptedMetrics(address: String)
  /// The address cannot be listened on.
  case cannotListen(address: String, detail: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, detail: String)
  /// The store cannot be opened.
  case store(StoreError)
  /// It stopped by itself.
  case failed(detail: String)
}

/// How a server in this process is set.
package protocol HostConfiguration: Sendable {
  /// All settings, in the order of ``HostSettingName``, each with where its value comes from.
  func settings() throws(HostError) -> [HostSetting]

  /// Where a program on this machine reaches the server: `http://127.0.0.1:8377`.
  func localAddress() throws(HostError) -> String
}

/// A setting of a server, and where its value comes from.
package struct HostSetting: Sendable, Hashable {
  /// Where a value comes from.
  package enum Origin: Sendable, Hashable {
    /// It was typed.
    case flag
    /// A variable of the environment says so.
    case variable
    /// A file says so.
    ///
    /// - Parameter path: The file.
    case file(path: String)
    /// Nobody says anything else.
    case standard
  }

  /// The setting.
  package let name: HostSettingName
  /// The value, as it can be typed; `nil` for none.
  package let value: String?
  /// Where the value comes from.
  package let origin: Origin

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - value: The value, as it can be typed; `nil` for none.
  ///   - origin: Where the value comes from.
  package init(name: HostSettingName, value: String?, origin: Origin) {
    self.name = name
    self.value = value
    self.origin = origin
  }
}

/// The settings of a server. A setting has one name, which is its flag, its key in a file and, in capitals and behind
/// `NOTESCTL_SERVER_`, its variable.
package enum HostSettingName: String, Sendable, Hashable, CaseIterable {
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
  package var flag: String { "--\(rawValue)" }

  /// What the variables of all settings begin with.
  package static let variablePrefix = "NOTESCTL_SERVER_"

  /// The variable of the environment: `NOTESCTL_SERVER_LISTEN`.
  package var variable: String {
    Self.variablePrefix + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}
