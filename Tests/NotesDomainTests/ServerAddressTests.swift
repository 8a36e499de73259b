import NotesDomain
import Testing

struct ServerAddressTests {
  @Test(arguments: [
    ("https://notes.example.org", "https://notes.example.org"),
    ("notes.example.org", "https://notes.example.org"),
    ("HTTPS://Notes.Example.org:8443/sync/", "https://notes.example.org:8443/sync"),
    ("http://127.0.0.1:8377", "http://127.0.0.1:8377"), ("http://localhost/", "http://localhost"),
    ("http://127.1.2.3", "http://127.1.2.3"), ("http://[::1]:80", "http://[::1]:80"),
    ("https://[2001:db8::1]:1", "https://[2001:db8::1]:1"),
  ])
  func `an address is parsed and formatted`(text: String, written: String) throws {
    let address = try ServerAddress(text)
    #expect(address.description == written)
    #expect(try ServerAddress(address.description) == address)
  }

  @Test(arguments: [
    ("http://notes.example.org", "notes.example.org"), ("http://10.0.0.1:8377", "10.0.0.1"),
    ("http://127.0.0.1.example.org", "127.0.0.1.example.org"),
    ("http://localhost.example.org", "localhost.example.org"),
    ("http://127.0.0", "127.0.0"), ("http://127.0.0.256", "127.0.0.256"), ("http://0.0.0.0", "0.0.0.0"),
    ("http://[::ffff:127.0.0.1]", "::ffff:127.0.0.1"), ("http://2130706433", "2130706433"),
  ])
  func `plain HTTP is for this machine only`(text: String, host: String) {
    #expect(throws: ServerAddressError.unencrypted(host: host)) { try ServerAddress(text) }
  }

  @Test(arguments: [
    "", "https://", "https://:80", "https://a:0", "https://a:65536", "https://a:+1", "https://a:1:2", "https://a b",
    "https://a?b", "https://a#b", "https://a\\b", "https://ä", "https://[::1",
    "https://[::1]x", "https://[x]", "https://a\nb",
  ])
  func `an invalid address is rejected`(text: String) {
    #expect(throws: ServerAddressError.malformed) { try ServerAddress(text) }
  }

  @Test(arguments: [
    "https://ada@notes.example.org", "http://localhost@evil.example", "ftp://ada:secret@a", "ada:secret@a",
    "https://a b@c",
  ])
  func `an address with user information is rejected as such first`(text: String) {
    #expect(throws: ServerAddressError.containsUserInfo) { try ServerAddress(text) }
  }

  @Test func `only HTTP is supported`() {
    #expect(throws: ServerAddressError.unknownScheme) { try ServerAddress("ftp://127.0.0.1") }
    #expect(throws: ServerAddressError.unknownScheme) { try ServerAddress("file:///etc/passwd") }
  }
}
