import NotesDomain
import Testing

struct SecretTests {
  /// A source of recognizable bits.
  private struct Recognizable: Randomness {
    func next() -> UInt64 { 0x0123_4567_89AB_CDEF }
  }

  @Test func `a token has 256 bits, and round-trips`() throws {
    let token = DeviceToken(using: Recognizable())
    #expect(token.bytes.count * 8 == 256)
    #expect(token.text == "notes_" + String(repeating: "efcdab8967452301", count: 4))
    #expect(DeviceToken(token.text) == token)
  }

  @Test(arguments: [
    "", "notes_", String(repeating: "0", count: 64), "notes_" + String(repeating: "0", count: 63),
    "notes_" + String(repeating: "0", count: 65), "notes_" + String(repeating: "A", count: 64),
    "Notes_" + String(repeating: "0", count: 64), " notes_" + String(repeating: "0", count: 64),
  ])
  func `an invalid token is rejected`(text: String) {
    #expect(DeviceToken(text) == nil)
  }

  @Test func `a secret is not printed, alone or within another value`() throws {
    let token = DeviceToken(using: Recognizable())
    let password = try #require(Password("correct horse"))
    let name = try #require(AccountName("ada"))
    let credentials = Credentials(
      server: try ServerAddress("https://a.example"), account: name, vault: .main, device: SignedInDeviceID(bits: 1),
      token: token)
    let request = SignInRequest(name: name, password: password, label: "laptop")
    for value in [token, password, credentials, request, [token], ["a": password]] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(describing: value), String(reflecting: value), dumped] {
        #expect(!text.contains("efcd") && !text.contains("horse") && !text.contains("239, 205"), "\(text)")
        #expect(!text.contains("99, 111, 114"), "\(text)")
      }
    }
  }

  @Test func `a password has a minimum and a maximum length in bytes`() throws {
    #expect(Password("") == nil)
    #expect(Password(String(repeating: "a", count: 1025)) == nil)
    #expect(try #require(Password("é")).bytes == [0xC3, 0xA9])
    #expect(try #require(Password("123456789")).isLongEnough == false)
    #expect(try #require(Password("1234567890")).isLongEnough)
  }
}
