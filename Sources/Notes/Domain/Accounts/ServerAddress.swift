/// The address of a server: `https://notes.example.org`, with an optional port and path.
///
/// Plain HTTP is allowed for this machine only, since it would reveal the token.
package struct ServerAddress: Sendable, Hashable {
  package let isEncrypted: Bool
  /// The host name or IP address; an IPv6 address without brackets.
  package let host: String
  /// The port; `nil` for the default.
  package let port: Int?
  /// The prefix of all paths: empty, or starting but not ending with a slash.
  package let path: String

  /// Parses an address without user, query or fragment. The default scheme is `https://`, and `http://` for this machine, where
  /// a server has no certificate unless it was given one.
  ///
  /// - Parameter isLocal: Whether the address is known to be one of this machine.
  package init(_ text: String, isLocal: Bool = false) throws(ServerAddressError) {
    // First, since other errors are shown together with the text, which may contain a password.
    guard !text.contains("@") else { throw .containsUserInfo }
    var rest = Substring(text)
    var isHTTPS: Bool?
    if let end = rest.firstRange(of: "://") {
      switch rest[..<end.lowerBound].lowercased() {
      case "https": isHTTPS = true
      case "http": isHTTPS = false
      default: throw .unknownScheme
      }
      rest = rest[end.upperBound...]
    }
    guard !rest.contains(where: { "?#\\ ".contains($0) || $0.isNewline }), rest.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { throw .malformed }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var path = rest[slash...]
    while path.last == "/" { path.removeLast() }
    let (host, port) = try Self.hostAndPort(rest[..<slash])
    let isEncrypted = isHTTPS ?? !Self.isLoopback(host)
    guard isEncrypted || isLocal || Self.isLoopback(host) else { throw .unencrypted(host: host) }
    self.isEncrypted = isEncrypted
    self.host = host
    self.port = port
    self.path = String(path)
  }

  package var isLoopback: Bool { Self.isLoopback(host) }

  private static func hostAndPort(_ text: Substring) throws(ServerAddressError) -> (host: String, port: Int?) {
    var host = text
    var digits: Substring?
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { throw .malformed }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.first == ":", host.utf8.allSatisfy({ Self.isNumberByte($0) }) else { throw .malformed }
      if !rest.isEmpty { digits = rest.dropFirst() }
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      digits = text[text.index(after: colon)...]
      guard digits?.contains(":") == false else { throw .malformed }
    }
    guard !host.isEmpty else { throw .malformed }
    guard let digits else { return (host.lowercased(), nil) }
    guard let port = Int(digits), 1...65_535 ~= port, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .malformed
    }
    return (host.lowercased(), port)
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
      || Character(UnicodeScalar(byte)).isHexDigit
  }

  private static func isLoopback(_ host: String) -> Bool {
    // Other spellings of ::1, and mapped IPv4 addresses, are not accepted.
    host == "localhost" || host == "::1" || !host.contains(":") && IPAddress(host)?.isLoopback == true
  }
}

extension ServerAddress: CustomStringConvertible {
  /// The address as ``init(_:isLocal:)`` parses it.
  package var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return (isEncrypted ? "https://" : "http://") + name + (port.map { ":\($0)" } ?? "") + path
  }
}

/// An error of parsing a ``ServerAddress``.
package enum ServerAddressError: Error, Sendable, Hashable {
  /// The text is not an address.
  case malformed
  /// The address contains user information, possibly a password. Do not print the text.
  case containsUserInfo
  /// The scheme is neither `https` nor `http`.
  case unknownScheme
  /// The address uses plain HTTP for another machine.
  case unencrypted(host: String)
}

/// A health check of servers.
package protocol ServerProbe: Sendable {
  /// Checks once, with a short timeout, whether a server is ready. Needs no credentials. Throws the reason why it is not:
  /// ``TransportError/unavailable(detail:retryAfter:)`` when the server reports it.
  func check(_ server: ServerAddress) async throws(TransportError)

  /// Returns the time of a server's clock, to the second; `nil` when the server does not tell it. Whether it is ready does not
  /// matter.
  func time(of server: ServerAddress) async throws(TransportError) -> Timestamp?
}
