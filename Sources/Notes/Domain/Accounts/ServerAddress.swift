/// Where a server is: `https://notes.example.org`, with a port and a path where it has them.
///
/// Plain HTTP is for this machine only: everybody on the way could read what it carries, the token first.
package struct ServerAddress: Sendable, Hashable {
  /// Whether the way is encrypted.
  package let isEncrypted: Bool
  /// The host's name or number; an IPv6 number without brackets.
  package let host: String
  /// The port; `nil` for the usual one.
  package let port: Int?
  /// What stands before every path: empty, or beginning but not ending with a slash.
  package let path: String

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: An address without user, query or fragment. Without `https://` it is understood to have it.
  ///   - isOwn: Whether it is known to be one of this machine.
  /// - Throws: ``ServerAddressError``.
  package init(_ text: String, isOwn: Bool = false) throws(ServerAddressError) {
    // First, whatever else is wrong: other problems are shown together with the text.
    guard !text.contains("@") else { throw .containsUserInfo }
    var rest = Substring(text)
    var isEncrypted = true
    if let end = rest.range(of: "://") {
      switch rest[..<end.lowerBound].lowercased() {
      case "https": isEncrypted = true
      case "http": isEncrypted = false
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
    guard isEncrypted || isOwn || Self.isLoopback(host) else { throw .unencrypted(host: host) }
    self.isEncrypted = isEncrypted
    self.host = host
    self.port = port
    self.path = String(path)
  }

  /// Whether it is on this machine.
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
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension ServerAddress: CustomStringConvertible {
  /// The address as ``init(_:)`` reads it.
  package var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return (isEncrypted ? "https://" : "http://") + name + (port.map { ":\($0)" } ?? "") + path
  }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}

/// Why a text is no ``ServerAddress``.
package enum ServerAddressError: Error, Sendable, Hashable {
  /// It is no address.
  case malformed
  /// It says who asks, with an `@`. A password may stand there, so nobody should print the text.
  case containsUserInfo
  /// It begins with something other than `https` or `http`.
  case unknownScheme
  /// It is plain HTTP, to another machine.
  case unencrypted(host: String)
}

/// Finds out whether a server does its work.
package protocol ServerProbe: Sendable {
  /// Asks a server, once and not for long. Nobody need be signed in.
  ///
  /// - Parameter server: Where the server is.
  /// - Throws: Why it is not ready; ``TransportError/unavailable(detail:retryAfter:)`` when it says so itself.
  func ask(_ server: ServerAddress) async throws(TransportError)
}
