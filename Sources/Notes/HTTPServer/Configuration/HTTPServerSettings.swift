import NotesDomain

/// How a server listens, and what it allows.
package struct HTTPServerSettings: Sendable, Hashable {
  /// How many notes one vault may hold; `nil` for any number.
  package var maximumNotes: Int?
  /// How many bytes one vault may hold, of notes and blobs together; `nil` for any number.
  package var maximumVaultBytes: Int?
  /// How many bytes one blob may have.
  package var maximumBlobBytes = 512_000_000

  /// Where it listens.
  var listen = ListenAddress(host: "127.0.0.1", port: 8377)
  /// Whether a proxy on the way to it has the certificate.
  var isBehindProxy = false
  /// The proxies whose word about where a request comes from counts.
  var trustedProxies: [IPAddressRange] = []
  /// The files with the certificate and with its key; `nil` to listen without encryption.
  var certificate: CertificateFiles?
  /// Where it tells its metrics; `nil` for nowhere.
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
  package init() {}
}

/// The files with a certificate and its key.
struct CertificateFiles: Sendable, Hashable {
  /// The certificate, and those that lead to an authority, in PEM.
  let certificate: String
  /// The key, in PEM.
  let key: String
}

extension HTTPServerSettings {
  /// Reads settings, and looks whether they go together.
  ///
  /// - Parameter options: Where they come from.
  init(_ options: HTTPServerOptions) throws(HostError) {
    try self.init(SettingSources(options))
  }

  init(_ sources: SettingSources) throws(HostError) {
    self.init()
    let address = "a host and a port such as 127.0.0.1:8377 or [::1]:8377"
    listen = try sources.value(.listen, or: listen, address, ListenAddress.init)
    isBehindProxy = try sources.value(.behindProxy, or: isBehindProxy, "true or false", Bool.init)
    trustedProxies = try sources.value(
      .trustedProxies, or: trustedProxies, "addresses or ranges such as 10.0.0.0/8, with commas between",
      Self.ranges)
    metricsListen = try sources.value(.metricsListen, or: metricsListen, address, ListenAddress.init)
    logLevel = try sources.value(.logLevel, or: logLevel, Self.list(LogThreshold.self), LogThreshold.init(rawValue:))
    logFormat = try sources.value(.logFormat, or: logFormat, Self.list(LogFormat.self), LogFormat.init(rawValue:))
    maximumConnections = try sources.number(.maximumConnections, or: maximumConnections, in: 1...100_000)
    maximumWatchers = try sources.number(.maximumWatchers, or: maximumWatchers, in: 1...10_000)
    maximumNotes = try sources.number(.maximumNotes, or: maximumNotes, in: 1...1_000_000_000)
    maximumVaultBytes = try sources.number(.maximumVaultBytes, or: maximumVaultBytes, in: 1...1_000_000_000_000_000)
    maximumBlobBytes = try sources.number(.maximumBlobBytes, or: maximumBlobBytes, in: 1...2_147_483_648)
    let path = "the path of a file"
    let chain = try sources.value(.tlsCertificate, or: nil, path, Self.path)
    let key = try sources.value(.tlsKey, or: nil, path, Self.path)
    switch (chain, key) {
    case (let chain?, let key?): certificate = CertificateFiles(certificate: chain, key: key)
    case (nil, nil): break
    default: throw .incompleteCertificate
    }
    // Passwords and notes would go over the network for all to read.
    let hasProxy = isBehindProxy || !trustedProxies.isEmpty
    guard listen.isLoopback || certificate != nil || hasProxy else { throw .unencrypted(address: "\(listen)") }
    // The certificate is not for the metrics.
    if let metricsListen, !metricsListen.isLoopback, !hasProxy {
      throw .unencryptedMetrics(address: "\(metricsListen)")
    }
  }

  /// A setting's value, as it can be typed; `nil` for none.
  func text(of name: HostSettingName) -> String? {
    switch name {
    case .listen: "\(listen)"
    case .behindProxy: "\(isBehindProxy)"
    case .trustedProxies: trustedProxies.isEmpty ? nil : trustedProxies.map(\.description).joined(separator: ",")
    case .tlsCertificate: certificate?.certificate
    case .tlsKey: certificate?.key
    case .metricsListen: metricsListen?.description
    case .logLevel: logLevel.rawValue
    case .logFormat: logFormat.rawValue
    case .maximumConnections: "\(maximumConnections)"
    case .maximumWatchers: "\(maximumWatchers)"
    case .maximumNotes: maximumNotes.map { "\($0)" }
    case .maximumVaultBytes: maximumVaultBytes.map { "\($0)" }
    case .maximumBlobBytes: "\(maximumBlobBytes)"
    }
  }

  private static func path(_ text: String) -> String? { text.isEmpty ? nil : text }

  private static func ranges(_ text: String) -> [IPAddressRange]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let ranges = parts.compactMap { IPAddressRange(String($0)) }
    return ranges.count == parts.count ? ranges : nil
  }

  private static func list<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> String {
    "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension SettingSources {
  /// The value of a setting, as the first source has it that says anything.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - standard: The value where none says anything.
  ///   - expected: What a value should be, in words.
  ///   - read: Reads a value; `nil` when the text is none.
  fileprivate func value<Value>(
    _ name: HostSettingName, or standard: Value, _ expected: String, _ read: (String) -> Value?
  ) throws(HostError) -> Value {
    guard let found = find(name) else { return standard }
    guard let value = read(found.text) else {
      throw .setting(name: name, origin: found.origin, value: found.text, expected: expected)
    }
    return value
  }

  /// The same for a setting that may have no value.
  fileprivate func value<Value>(
    _ name: HostSettingName, or standard: Value?, _ expected: String, _ read: (String) -> Value?
  ) throws(HostError) -> Value? {
    guard let found = find(name) else { return standard }
    guard let value = read(found.text) else {
      throw .setting(name: name, origin: found.origin, value: found.text, expected: expected)
    }
    return value
  }

  /// The same for a whole number.
  fileprivate func number(
    _ name: HostSettingName, or standard: Int, in range: ClosedRange<Int>
  ) throws(HostError) -> Int {
    try value(name, or: standard, Self.words(range)) { Int($0).flatMap { range ~= $0 ? $0 : nil } }
  }

  /// The same for a whole number that may be missing.
  fileprivate func number(
    _ name: HostSettingName, or standard: Int?, in range: ClosedRange<Int>
  ) throws(HostError) -> Int? {
    try value(name, or: standard, Self.words(range)) { Int($0).flatMap { range ~= $0 ? $0 : nil } }
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// How the server is set, for whoever wants to see it.
struct HTTPConfiguration: HostConfiguration {
  let options: HTTPServerOptions

  func settings() throws(HostError) -> [HostSetting] {
    let sources = try SettingSources(options)
    let settings = try HTTPServerSettings(sources)
    return HostSettingName.allCases.map { name in
      HostSetting(name: name, value: settings.text(of: name), origin: sources.find(name)?.origin ?? .standard)
    }
  }

  func localAddress() throws(HostError) -> String {
    let settings = try HTTPServerSettings(options)
    return (settings.certificate == nil ? "http://" : "https://") + settings.listen.loopbackIfWildcard.description
  }
}
