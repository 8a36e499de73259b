import HTTPTypes

/// Where a request comes from.
///
/// Whoever sends a request can write into its fields what they like. So `X-Forwarded-For` counts only when the connection
/// comes from a proxy that the operator named, and then only its last entry, which that proxy wrote.
struct PeerRule: Sendable {
  /// The proxies whose word counts.
  let proxies: [AddressRange]

  /// The address that a request comes from, without the port.
  ///
  /// - Parameters:
  ///   - address: The other end of the connection; `nil` when it has no address, as in a test.
  ///   - headers: The fields of the request.
  func peer(of address: String?, headers: HTTPFields) -> String {
    guard let address else { return "local" }
    guard !proxies.isEmpty, let connected = InternetAddress(address),
      proxies.contains(where: { $0.contains(connected) }), let field = Self.forwarded,
      let last = headers[values: field].last?.split(separator: ",").last,
      let origin = Self.origin(last.filter { $0 != " " && $0 != "\t" })
    else { return Self.short(address) }
    return origin.description
  }

  /// Who listens on all addresses is told the short ones in a long form, `::ffff:192.0.2.1`.
  private static func short(_ address: String) -> String {
    guard address.hasPrefix("::"), let read = InternetAddress(address), read.bytes.count == 4 else { return address }
    return read.description
  }

  /// The address in an entry. Some proxies write the port behind it, and those of 16 bytes in brackets.
  private static func origin(_ entry: String) -> InternetAddress? {
    if let address = InternetAddress(entry) { return address }
    let isBracketed = entry.hasPrefix("[") && entry.hasSuffix("]")
    return ListenAddress(isBracketed ? entry + ":0" : entry).flatMap { InternetAddress($0.host) }
  }

  private static let forwarded = HTTPField.Name("X-Forwarded-For")
}
