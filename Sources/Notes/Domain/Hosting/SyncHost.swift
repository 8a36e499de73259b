/// A server in this process.
package protocol SyncHost: Sendable {
  /// Serves devices until it is asked to stop, and then completes the requests in progress. Calls `onReady` once with the
  /// addresses of the server, as soon as it accepts connections.
  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError)
}

/// An error of starting or running a server.
package enum HostError: Error, Sendable, Hashable {
  /// A setting has an invalid value.
  case invalidSetting(name: HostSettingName, origin: HostSetting.Origin, value: String, expected: String)
  /// The configuration file contains an unknown setting.
  case unknownSetting(path: String, name: String)
  /// The environment contains a variable of an unknown setting.
  case unknownVariable(name: String)
  /// The configuration file cannot be read.
  case configuration(path: String, detail: String)
  /// Only one of certificate and key is set.
  case incompleteCertificate
  /// The server would serve other machines without encryption.
  case unencrypted(address: String)
  /// The server would serve its metrics to other machines without encryption.
  case unencryptedMetrics(address: String)
  /// The server cannot listen on the address.
  case cannotListen(address: String, detail: String)
  /// The text is no host and port.
  case invalidAddress(String)
  /// Other machines could connect to the address.
  case notLoopback(address: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, detail: String)
  /// The store cannot be opened.
  case store(StoreError)
  /// The server stopped with an error.
  case failed(detail: String)
}

/// The configuration of a server in this process.
package protocol HostConfiguration: Sendable {
  /// Returns all settings in the order of ``HostSettingName``.
  func settings() throws(HostError) -> [HostSetting]

  /// Returns the address at which programs on this machine reach the server: `http://127.0.0.1:8377`.
  func localAddress() throws(HostError) -> String
}

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

/// A front of the notes in a browser on this machine.
package protocol WebHost: Sendable {
  /// Serves the notes until it is asked to stop. Calls `onReady` once, as soon as it accepts connections, with an address that
  /// opens the notes in one browser: it has a token that can be used once.
  ///
  /// - Parameter address: The host and port to listen on, such as `127.0.0.1:8378`; `nil` for the usual port, or any free one if
  ///   that is in use.
  func serve(on address: String?, onReady: @escaping @Sendable (String) -> Void) async throws(HostError)
}

/// Opens addresses in the browser of the person.
package protocol BrowserOpener: Sendable {
  /// Opens an address, which may contain a secret: it is never among the arguments of a process.
  ///
  /// - Returns: Whether there is a browser to open it with.
  func open(_ address: String) async -> Bool
}
