import HTTPTypes
import NotesDomain
import Testing

@testable import NotesHTTPServer

struct AddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::1", "0:0:0:0:0:0:0:1"), ("2001:DB8::a:1", "2001:db8:0:0:0:0:a:1"),
    ("::ffff:10.1.2.3", "10.1.2.3"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("::", "0:0:0:0:0:0:0:0"),
  ])
  func `an address is parsed and written in one form`(text: String, canonical: String) {
    #expect(IPAddress(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "+1.2.3.4", ":::", "1::2::3", "12345::", "::g",
    "::1%lo",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "[::1]", "localhost",
  ])
  func `text that is not an address is rejected`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("192.0.2.128/25", "192.0.2.127", false),
    ("192.0.2.128/25", "192.0.2.200", true), ("0.0.0.0/0", "8.8.8.8", true), ("127.0.0.1", "127.0.0.2", false),
    ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("0.0.0.0/0", "::1", false),
    ("10.0.0.0/8", "::ffff:10.9.8.7", true),
  ])
  func `a range contains the addresses with its prefix`(range: String, address: String, isInside: Bool) throws {
    let address = try #require(IPAddress(address))
    #expect(IPAddressRange(range)?.contains(address) == isInside)
  }

  @Test(arguments: ["10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "x/8", "10.0.0.0/+8"])
  func `text that is not a range is rejected`(text: String) {
    #expect(IPAddressRange(text) == nil)
  }

  @Test(arguments: [("127.0.0.1:8377", true), ("[::1]:0", true), ("localhost:80", true), ("0.0.0.0:8377", false)])
  func `a listen address is parsed and written in the same form`(text: String, isLoopback: Bool) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.description == text && address.isLoopback == isLoopback)
  }

  @Test(arguments: ["127.0.0.1", ":8377", "::1:8377x", "[::1:8377", "a b:1", "127.0.0.1:65536", "127.0.0.1:+1", "x:"])
  func `text that is not a listen address is rejected`(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func `only the last entry of X-Forwarded-For counts, and only from a trusted proxy`() throws {
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    let fields: HTTPFields = [name: "1.1.1.1, 203.0.113.9"]
    let trusting = PeerResolver(proxies: [try #require(IPAddressRange("10.0.0.0/8"))])
    #expect(trusting.peer(of: "10.0.0.7", headers: fields) == "203.0.113.9")
    #expect(trusting.peer(of: "198.51.100.1", headers: fields) == "198.51.100.1")
    #expect(trusting.peer(of: "10.0.0.7", headers: [:]) == "10.0.0.7")
    #expect(trusting.peer(of: "10.0.0.7", headers: [name: "1.1.1.1, unknown"]) == "10.0.0.7")
    #expect(PeerResolver(proxies: []).peer(of: "10.0.0.7", headers: fields) == "10.0.0.7")
  }

  @Test(arguments: [
    ("203.0.113.7:443", "203.0.113.7"), ("[2001:db8::1]:443", "2001:db8:0:0:0:0:0:1"),
    ("[2001:db8::1]", "2001:db8:0:0:0:0:0:1"), ("2001:db8::1", "2001:db8:0:0:0:0:0:1"),
    ("[203.0.113.7]:443", "10.0.0.7"), ("203.0.113.7:", "10.0.0.7"), ("203.0.113.7:x", "10.0.0.7"),
    ("203.0.113.7:70000", "10.0.0.7"), ("example.org:443", "10.0.0.7"), ("[]:1", "10.0.0.7"), (":1", "10.0.0.7"),
  ])
  func `an entry of X-Forwarded-For may have a port, and nothing else`(entry: String, peer: String) throws {
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    let trusting = PeerResolver(proxies: [try #require(IPAddressRange("10.0.0.0/8"))])
    #expect(trusting.peer(of: "10.0.0.7", headers: [name: "1.1.1.1, \(entry)"]) == peer)
  }

  @Test func `an IPv4-mapped address is reported as IPv4`() {
    let resolver = PeerResolver(proxies: [])
    #expect(resolver.peer(of: "::ffff:192.0.2.1", headers: [:]) == "192.0.2.1")
    #expect(resolver.peer(of: "2001:db8::1", headers: [:]) == "2001:db8::1")
  }
}
