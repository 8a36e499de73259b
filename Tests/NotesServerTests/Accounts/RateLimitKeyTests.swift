import Testing

@testable import NotesServer

@Suite("The keys of rate limits") struct RateLimitKeyTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::ffff:c000:207", "192.0.2.7"),
    ("2001:db8::1", "2001:db8:0:0::/64"), ("2001:DB8:0:0:1:2:3:4", "2001:db8:0:0::/64"),
    ("2001:db8::1:2:3:4", "2001:db8:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"),
    ("::", "0:0:0:0::/64"), ("1::", "1:0:0:0::/64"), ("1:2:3:4:5:6:7::", "1:2:3:4::/64"), ("", ""),
    ("a socket", "a socket"), (":::", ":::"), ("1:2:3", "1:2:3"), ("1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"),
    ("g::1", "g::1"), ("10000::", "10000::"),
  ])
  func `an address is its own key, and an IPv6 address has the key of its network`(address: String, name: String) {
    #expect(RateLimitKey.name(of: address) == name)
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2.0/24"), ("::ffff:192.0.2.7", "192.0.2.0/24"), ("2001:db8:1:2::1", "2001:db8:1::/48"),
    ("2001:db8:1:3::1", "2001:db8:1::/48"), ("fe80::1%eth0", "fe80:0:0::/48"), ("", ""), ("a socket", "a socket"),
  ])
  func `a network is the addresses that one attacker may have`(address: String, name: String) {
    #expect(RateLimitKey.network(of: address) == name)
  }
}
