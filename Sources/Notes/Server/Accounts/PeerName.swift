/// What a peer is limited by: its address; of an IPv6 address the network, since who has one such address has 2^64.
enum PeerName {
  /// The name of a peer.
  ///
  /// - Parameter address: Its address as text. What is no address is its own name.
  static func name(of address: String) -> String {
    guard address.contains(":") else { return address }
    let plain = address.split(separator: "%", maxSplits: 1).first.map(String.init) ?? address
    let last = plain.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
    if last.contains(".") { return String(last) }
    guard let groups = groups(of: plain) else { return address }
    // ::ffff:0:0/96 stands for IPv4 addresses.
    if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
      return [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].map(String.init).joined(separator: ".")
    }
    return groups[..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// The eight numbers of an IPv6 address; `nil` for another text.
  private static func groups(of text: String) -> [Int]? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.first == "", parts.count > 1, parts[1] == "" { parts.removeFirst() }
    if parts.last == "", parts.count > 1, parts[parts.count - 2] == "" { parts.removeLast() }
    if let gap = parts.firstIndex(of: "") {
      guard parts.count <= 8 else { return nil }
      parts.replaceSubrange(gap...gap, with: Array(repeating: "0", count: 9 - parts.count))
    }
    let groups = parts.compactMap { Int($0, radix: 16) }
    guard parts.count == 8, groups.count == 8, groups.allSatisfy({ 0...0xFFFF ~= $0 }) else { return nil }
    return groups
  }
}
