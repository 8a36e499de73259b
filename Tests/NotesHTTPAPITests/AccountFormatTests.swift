import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Testing

/// The messages about accounts.
@Suite struct AccountFormatTests {
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `a sign-in request has the documented form, and round-trips`() throws {
    let name = try #require(AccountName("anna"))
    let password = try #require(Password("correct \"horse\" 🐎\n"))
    let request = SignInRequest(name: name, password: password, label: "Anna's laptop")
    let bytes = MessageFormat.encode(request)
    #expect(
      Self.text(bytes)
        == #"{"label":"Anna's laptop","name":"anna","password":"correct \"horse\" 🐎\u000a","protocol":1}"#)
    #expect(try MessageFormat.decodeSignInRequest(bytes, limit: MessageLimits.signIn) == request)
  }

  @Test func `a sign-in reply has the documented form, and round-trips`() throws {
    let token = try #require(DeviceToken(bytes: Array(0..<32)))
    let vault = try #require(VaultID("v-1"))
    let reply = SignInReply(token: token, vault: vault, device: SignedInDeviceID(bits: 0x1F))
    let bytes = MessageFormat.encode(reply)
    #expect(Self.text(bytes) == #"{"device":"000000000000001f","token":"\#(token.text)","vault":"v-1"}"#)
    #expect(try MessageFormat.decodeSignInReply(bytes, limit: 1000) == reply)
  }

  @Test func `devices have the documented form, and round-trip`() throws {
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: 0x1F), label: "laptop", signedIn: Timestamp(millisecondsSince1970: 1_773_480_413_589),
      lastSeen: Timestamp(millisecondsSince1970: 1_773_532_800_000))
    let bytes = MessageFormat.encode([device])
    #expect(
      Self.text(bytes) == """
        {"devices":[{"id":"000000000000001f","label":"laptop","lastSeen":"2026-03-15T00:00:00Z",\
        "signedIn":"2026-03-14T09:26:53.589Z"}]}
        """)
    #expect(try MessageFormat.decodeDevices(bytes, limit: 1000) == [device])
    #expect(try MessageFormat.decodeDevices(MessageFormat.encode([SignedInDevice]()), limit: 1000) == [])
  }

  @Test func `the longest values are within the limit of a sign-in request`() throws {
    let name = try #require(AccountName(String(repeating: "a", count: 64)))
    let password = try #require(Password(String(repeating: "\u{1}", count: 1024)))
    let request = SignInRequest(name: name, password: password, label: String(repeating: "\u{1}", count: 100))
    #expect(
      try MessageFormat.decodeSignInRequest(MessageFormat.encode(request), limit: MessageLimits.signIn) == request)
  }

  static let requests: [BadMessage] = [
    BadMessage("no protocol", "{}", .unsupportedProtocol(found: nil, supported: 1)),
    BadMessage("another protocol", #"{"protocol":2}"#, .unsupportedProtocol(found: 2, supported: 1)),
    BadMessage("no name", #"{"protocol":1}"#, "'name' is missing"),
    BadMessage("a bad name", #"{"protocol":1,"name":"Anna "}"#, "'name' is invalid"),
    BadMessage("no password", #"{"protocol":1,"name":"anna"}"#, "'password' is missing"),
    BadMessage(
      "an empty password", #"{"protocol":1,"name":"anna","password":""}"#, "'password' is empty or too long"),
    BadMessage(
      "a long password",
      #"{"protocol":1,"name":"anna","password":"\#(String(repeating: "x", count: 1025))"}"#,
      "'password' is empty or too long"),
    BadMessage("no label", #"{"protocol":1,"name":"anna","password":"x"}"#, "'label' is missing"),
    BadMessage(
      "a long label",
      #"{"protocol":1,"name":"anna","password":"x","label":"\#(String(repeating: "x", count: 101))"}"#,
      "'label' is too long"),
  ]

  @Test(arguments: requests)
  func `an invalid sign-in request is rejected`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodeSignInRequest(message.bytes, limit: 100_000) }
  }

  @Test func `a request for another password has the documented form, and round-trips`() throws {
    let change = PasswordChange(
      from: try #require(Password("correct \"horse\"")), to: try #require(Password("another 🐎")))
    let bytes = MessageFormat.encode(change)
    #expect(Self.text(bytes) == #"{"current":"correct \"horse\"","new":"another 🐎","protocol":1}"#)
    #expect(try MessageFormat.decodePasswordChange(bytes, limit: MessageLimits.passwordChange) == change)
    let longest = try #require(Password(String(repeating: "\u{1}", count: 1024)))
    let long = PasswordChange(from: longest, to: longest)
    #expect(
      try MessageFormat.decodePasswordChange(MessageFormat.encode(long), limit: MessageLimits.passwordChange) == long)
  }

  @Test(arguments: [
    BadMessage("another protocol", #"{"protocol":2}"#, .unsupportedProtocol(found: 2, supported: 1)),
    BadMessage("no current password", #"{"protocol":1,"new":"x"}"#, "'current' is missing"),
    BadMessage("no new password", #"{"protocol":1,"current":"x"}"#, "'new' is missing"),
    BadMessage("an empty one", #"{"protocol":1,"current":"x","new":""}"#, "'new' is empty or too long"),
  ])
  func `an invalid request for another password is rejected`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodePasswordChange(message.bytes, limit: 100_000) }
  }

  static let replies: [BadMessage] = [
    BadMessage("no members", "{}", "'token' is missing"),
    BadMessage("a short token", #"{"token":"notes_00"}"#, "'token' is invalid"),
    BadMessage(
      "a vault that leads elsewhere",
      #"{"token":"notes_\#(String(repeating: "0", count: 64))","vault":"../a"}"#, "'vault' is invalid"),
    BadMessage(
      "no device", #"{"token":"notes_\#(String(repeating: "0", count: 64))","vault":"a"}"#, "'device' is missing"),
    BadMessage(
      "a bad device", #"{"token":"notes_\#(String(repeating: "0", count: 64))","vault":"a","device":"1"}"#,
      "'device' is invalid"),
  ]

  @Test(arguments: BadMessageTests.json + replies)
  func `an invalid sign-in reply is rejected`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodeSignInReply(message.bytes, limit: 100_000) }
  }

  private static func device(_ members: String) -> String { #"{"devices":[{"id":"000000000000001f"\#(members)}]}"# }

  static let lists: [BadMessage] = [
    BadMessage("no members", "{}", "'devices' is missing"),
    BadMessage("no list", #"{"devices":{}}"#, "'devices' is not an array"),
    BadMessage("no device", #"{"devices":[1]}"#, "a device is not an object"),
    BadMessage("no id", #"{"devices":[{}]}"#, "'id' is missing"),
    BadMessage("no label", device(""), "'label' is missing"),
    BadMessage("no moment", device(#","label":"""#), "'signedIn' is missing"),
    BadMessage(
      "no such moment", device(#","label":"","signedIn":"2026-02-30T00:00:00Z""#), "'signedIn' is not a timestamp"),
  ]

  @Test(arguments: lists)
  func `an invalid list of devices is rejected`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodeDevices(message.bytes, limit: 100_000) }
  }
}
