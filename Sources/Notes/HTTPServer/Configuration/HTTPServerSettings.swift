package import NotesDomain
import NotesFronts
package import NotesHosting

/// The settings of the HTTP server.
package struct HTTPServerSettings: Sendable, Hashable {
  /// The maximum size of a blob, in bytes.
  package var maximumBlobBytes = 512_000_000
  /// The maximum number of connections to a database.
  package var storeConnections = 16
  /// The address of a database without the pooler in front of it; `nil` for none.
  package var storeDirect: DatabaseAddress?

  var listen = ListenAddress(host: "127.0.0.1", port: 8377)
  /// Whether a reverse proxy terminates TLS.
  var isBehindProxy = false
  /// The proxies whose `X-Forwarded-For` is used.
  var trustedProxies: [IPAddressRange] = []
  /// The certificate for TLS; `nil` to listen without encryption.
  var certificate: CertificateFiles?
  /// The address for metrics; `nil` for none.
  var metricsListen: ListenAddress?
  var logLevel = LogThreshold.info
  var logFormat = LogFormat.text
  /// The resources that accounts, addresses and the whole server may use.
  var budgets = ResourceBudgets()
  /// The time after which an idle connection is closed. Not while a response is computed.
  var idleTimeout = Duration.seconds(30)
  /// The time from the announcement at shutdown, by `/readyz`, until the server accepts no more connections.
  var announcement = Duration.seconds(1)
  /// The time for requests to finish at shutdown.
  var gracePeriod = Duration.seconds(30)

  package init() {}

  /// The limits of a vault.
  package var vaultBudget: VaultBudget { budgets.account.vault }
}

/// The paths of a certificate and its key, in PEM format.
struct CertificateFiles: Sendable, Hashable {
  let certificate: String
  let key: String
}

extension HTTPServerSettings {
  /// Reads and checks settings.
  ///
  /// - Throws: ``HostError`` for an invalid setting, and for settings that would send passwords unencrypted.
  init(_ options: HTTPServerOptions) throws(HostError) { try self.init(SettingSources(options)) }

  init(_ sources: SettingSources) throws(HostError) {
    self.init()
    let address = "a host and a port such as 127.0.0.1:8377 or [::1]:8377"
    listen = try sources.value(.listen, expected: address) { ListenAddress($0) } ?? listen
    isBehindProxy = try sources.value(.behindProxy, expected: "true or false") { Bool($0) } ?? isBehindProxy
    trustedProxies =
      try sources.value(
        .trustedProxies, expected: "addresses or ranges such as 10.0.0.0/8, separated by commas",
        parse: Self.ranges) ?? trustedProxies
    metricsListen = try sources.value(.metricsListen, expected: address) { ListenAddress($0) }
    logLevel = try sources.choice(.logLevel) ?? logLevel
    logFormat = try sources.choice(.logFormat) ?? logFormat
    budgets = ResourceBudgets(
      maximumConnections: try sources.number(.maximumConnections, in: 1...100_000) ?? budgets.host.connections,
      maximumWatchers: try sources.number(.maximumWatchers, in: 1...10_000) ?? budgets.account.watchers)
    let vault = budgets.account.vault
    budgets.account.vault.notes = try sources.number(.maximumNotes, in: 1...1_000_000_000) ?? vault.notes
    budgets.account.vault.bytes =
      try sources.number(.maximumVaultBytes, in: 1...1_000_000_000_000_000) ?? vault.bytes
    maximumBlobBytes = try sources.number(.maximumBlobBytes, in: 1...2_147_483_648) ?? maximumBlobBytes
    storeConnections = try sources.number(.storeConnections, in: 1...200) ?? storeConnections
    storeDirect = try sources.databaseAddress(.storeDirect)
    let certificatePath = try sources.path(.tlsCertificate)
    let keyPath = try sources.path(.tlsKey)
    switch (certificatePath, keyPath) {
    case (let path?, let key?): certificate = CertificateFiles(certificate: path, key: key)
    case (nil, nil): break
    default: throw .incompleteCertificate
    }
    let hasProxy = isBehindProxy || !trustedProxies.isEmpty
    guard listen.isLoopback || certificate != nil || hasProxy else { throw .unencrypted(address: "\(listen)") }
    // Metrics are served without TLS even if there is a certificate.
    if let metricsListen, !metricsListen.isLoopback, !hasProxy {
      throw .unencryptedMetrics(address: "\(metricsListen)")
    }
  }

  /// Returns the text of a setting, as it can be typed; `nil` if it has no value.
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
    case .maximumConnections: "\(budgets.host.connections)"
    case .maximumWatchers: "\(budgets.account.watchers)"
    case .maximumNotes: vaultBudget.notes.map { "\($0)" }
    case .maximumVaultBytes: vaultBudget.bytes.map { "\($0)" }
    case .maximumBlobBytes: "\(maximumBlobBytes)"
    case .storeConnections: "\(storeConnections)"
    case .storeDirect: storeDirect?.name
    }
  }

  private static func ranges(in text: String) -> [IPAddressRange]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let ranges = parts.compactMap { IPAddressRange(String($0)) }
    return ranges.count == parts.count ? ranges : nil
  }
}

extension SettingSources {
  /// Returns the value of a setting; `nil` if no source has it. An invalid text is an error that names what is expected.
  fileprivate func value<Value>(
    _ name: HostSettingName, expected: String, parse: (String) -> Value?
  ) throws(HostError) -> Value? {
    guard let found = find(name) else { return nil }
    guard let value = parse(found.text) else {
      throw .invalidSetting(name: name, origin: found.origin, value: found.text, expected: expected)
    }
    return value
  }

  fileprivate func number(_ name: HostSettingName, in range: ClosedRange<Int>) throws(HostError) -> Int? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try value(name, expected: expected) { Int($0).flatMap { range ~= $0 ? $0 : nil } }
  }

  fileprivate func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: HostSettingName
  ) throws(HostError) -> Choice? {
    let expected = "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return try value(name, expected: expected) { Choice(rawValue: $0) }
  }

  /// Returns the address of a database. An error does not show the text, which may contain a password.
  fileprivate func databaseAddress(_ name: HostSettingName) throws(HostError) -> DatabaseAddress? {
    guard let found = find(name) else { return nil }
    do {
      return try DatabaseAddress(found.text)
    } catch {
      throw .invalidSetting(
        name: name, origin: found.origin, value: "…",
        expected: "an address such as postgres://db:5432/notes: \(error.detail)")
    }
  }

  fileprivate func path(_ name: HostSettingName) throws(HostError) -> String? {
    try value(name, expected: "the path of a file") { $0.isEmpty ? nil : $0 }
  }
}

/// The settings, for display and for clients on this machine.
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
