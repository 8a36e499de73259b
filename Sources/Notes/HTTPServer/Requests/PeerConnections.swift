import Synchronization

/// How many connections each peer has, so that one of them cannot have all.
final class PeerConnections: Sendable {
  private let limit: Int
  private let isBehindProxy: Bool
  private let proxies: [AddressRange]
  private let counts = Mutex<[[UInt8]: Int]>([:])

  /// Creates a count.
  ///
  /// - Parameter settings: How many there may be, and from whom there may be any number.
  init(_ settings: HTTPServerSettings) {
    limit = settings.maximumPeerConnections
    isBehindProxy = settings.isBehindProxy
    proxies = settings.trustedProxies
  }

  /// What connections of a peer are counted by: the bytes of its address, or the half of a long one that all addresses of a
  /// network share, which a single host may have.
  ///
  /// - Parameter address: The other end of a connection.
  /// - Returns: `nil` for one that is not counted: a proxy brings the connections of many.
  func key(of address: String?) -> [UInt8]? {
    guard !isBehindProxy, let address = address.flatMap({ InternetAddress($0) }),
      !proxies.contains(where: { $0.contains(address) })
    else { return nil }
    return address.bytes.count == 4 ? address.bytes : Array(address.bytes.prefix(8))
  }

  /// Counts one more.
  ///
  /// - Returns: Whether it may stay.
  func enter(_ key: [UInt8]) -> Bool {
    counts.withLock { counts in
      let count = counts[key, default: 0]
      guard count < limit else { return false }
      counts[key] = count + 1
      return true
    }
  }

  /// Counts one less.
  func leave(_ key: [UInt8]) {
    counts.withLock { counts in
      let count = counts[key, default: 0] - 1
      counts[key] = count > 0 ? count : nil
    }
  }
}
