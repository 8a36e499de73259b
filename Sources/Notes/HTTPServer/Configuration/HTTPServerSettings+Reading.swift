import NotesDomain

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
    default: throw .halfCertificate
    }
    // Passwords and notes would go over the network for all to read.
    let hasProxy = isBehindProxy || !trustedProxies.isEmpty
    guard listen.isLoopback || certificate != nil || hasProxy else { throw .unencrypted(address: "\(listen)") }
    // The certificate is not for the figures.
    if let metricsListen, !metricsListen.isLoopback, !hasProxy {
      throw .unencryptedFigures(address: "\(metricsListen)")
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

  private static func ranges(_ text: String) -> [AddressRange]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let ranges = parts.compactMap { AddressRange(String($0)) }
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
