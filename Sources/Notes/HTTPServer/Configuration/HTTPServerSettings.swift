/// How a server listens, and what it allows.
struct HTTPServerSettings: Sendable, Hashable {
  /// Where it listens.
  var listen = ListenAddress(host: "127.0.0.1", port: 8377)
  /// The proxies whose word about where a request comes from counts.
  var trustedProxies: [AddressRange] = []
  /// The most connections at a time; more wait to be accepted.
  var maximumConnections = 1024
  /// How long a body may take to arrive.
  var body = BodyLimits()
  /// How long nothing may happen on a connection, in milliseconds, unless an answer is being made.
  var idleMilliseconds = 30_000
  /// How long requests may take to finish when the server is told to stop, in milliseconds.
  var graceMilliseconds = 30_000
}
