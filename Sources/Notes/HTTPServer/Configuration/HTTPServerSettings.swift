/// How a server listens, and what it allows.
public struct HTTPServerSettings: Sendable, Hashable {
  /// How many notes one vault may hold; `nil` for any number.
  public var maximumNotes: Int?
  /// How many bytes one vault may hold, of notes and blobs together; `nil` for any number.
  public var maximumVaultBytes: Int?
  /// How many bytes one blob may have.
  public var maximumBlobBytes = 512_000_000

  /// Where it listens.
  var listen = ListenAddress(host: "127.0.0.1", port: 8377)
  /// Whether a proxy on the way to it has the certificate.
  var isBehindProxy = false
  /// The proxies whose word about where a request comes from counts.
  var trustedProxies: [AddressRange] = []
  /// The files with the certificate and with its key; `nil` to listen without encryption.
  var certificate: CertificateFiles?
  /// Where it tells its figures; `nil` for nowhere.
  var metricsListen: ListenAddress?
  /// From which level on it logs.
  var logLevel = LogThreshold.info
  /// How a line of its log looks.
  var logFormat = LogFormat.text
  /// The most connections at a time; more wait to be accepted.
  var maximumConnections = 1024
  /// The most connections of one peer at a time; more are closed at once. A proxy may have all that there are.
  var maximumPeerConnections: Int { max(32, maximumConnections / 4) }
  /// The most requests of one account that wait for a change at a time.
  var maximumWatchers = 100
  /// How long a body may take to arrive.
  var body = BodyLimits()
  /// How long nothing may happen on a connection, in milliseconds, unless an answer is being made.
  var idleMilliseconds = 30_000
  /// How long requests may take to finish when the server is told to stop, in milliseconds.
  var graceMilliseconds = 30_000

  /// Creates the settings of a server that only this machine reaches.
  public init() {}
}

/// The files with a certificate and its key.
struct CertificateFiles: Sendable, Hashable {
  /// The certificate, and those that lead to an authority, in PEM.
  let certificate: String
  /// The key, in PEM.
  let key: String
}
