import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct AccountScreenTests {
  private let fakes = Fakes()
  private let secret = "correct horse battery"

  init() throws {
    fakes.accounts.add(try #require(AccountName("ada")), password: try #require(Password(secret)))
  }

  private func signIn(_ front: Front, device: String = "laptop", password: String? = nil) async throws -> Front.Page {
    try await front.post(
      "/account/sign-in",
      ["server": "notes.example.org", "name": "ada", "password": password ?? secret, "device": device])
  }

  @Test func `a device signs in, and goes on to sync`() async throws {
    let front = try await Front(fakes)
    #expect(try await front.get("/account").text.contains("name=\"password\" type=\"password\""))
    let page = try await signIn(front)
    #expect(page.status == 303 && page.location == "/sync")
    #expect(fakes.credentials.current?.account == AccountName("ada"))
    #expect(fakes.accounts.servers.map(\.description) == ["https://notes.example.org"])
    let account = try await front.get("/account").text
    #expect(account.contains("<dd>https://notes.example.org</dd>") && account.contains("<dd>ada</dd>"))
  }

  @Test func `a sign-in that fails keeps what was typed, but for the password`() async throws {
    let page = try await signIn(Front(fakes), password: "wrong-secret")
    #expect(page.status == 422 && page.text.contains("Wrong account name or password."))
    for value in ["notes.example.org", "ada", "laptop"] {
      #expect(page.text.contains("value=\"\(value)\""), "\(value)")
    }
    #expect(!page.text.contains("wrong-secret"))
    #expect(fakes.credentials.current == nil)
  }

  @Test func `a server that cannot be reached is not tried again by itself`() async throws {
    fakes.accounts.failure = .transport(.unreachable(detail: "no route"))
    let page = try await signIn(Front(fakes))
    #expect(page.status == 502 && page.text.contains("Cannot reach the server: no route. Try again later."))
  }

  @Test func `an address with a password is not shown again`() async throws {
    let page = try await Front(fakes).post(
      "/account/sign-in",
      ["server": "https://ada:hidden@example.org", "name": "ada", "password": secret, "device": "laptop"])
    #expect(page.status == 422 && page.text.contains("must not contain a user name or password"))
    #expect(!page.text.contains("hidden@"))
    #expect(fakes.accounts.servers.isEmpty)
  }

  @Test(arguments: [
    ("server", "http://example.org", "http would send your notes and password to example.org unencrypted."),
    ("server", "two words", "is not a valid server address."),
    ("name", "Ada Lovelace", "is not a valid account name."),
    ("password", "", "No password was given."), ("device", " ", "The device has no name."),
    ("device", String(repeating: "x", count: 101), "The label has 101 bytes; the limit is 100."),
  ])
  func `a form that cannot be right says what is wrong, and nothing is sent`(
    field: String, value: String, message: String
  ) async throws {
    func text(_ name: String, _ usual: String) -> String { name == field ? value : usual }
    let page = try await Front(fakes).post(
      "/account/sign-in",
      [
        "server": text("server", "notes.example.org"), "name": text("name", "ada"),
        "password": text("password", secret), "device": text("device", "laptop"),
      ])
    #expect(page.status == 422 && page.text.contains(message), "\(page.text)")
    #expect(fakes.accounts.servers.isEmpty)
  }

  @Test func `a device that is signed in elsewhere is not signed in again`() async throws {
    try await fakes.credentials.save(Credentials.sample())
    let page = try await Front(fakes).post(
      "/account/sign-in", ["server": "other.example.org", "name": "ada", "password": secret, "device": "laptop"])
    #expect(page.status == 409 && page.text.contains("Sign out first."))
    #expect(fakes.accounts.servers.isEmpty)
  }

  @Test func `a device gets the key of an encrypted vault by its passphrase or recovery code`() async throws {
    fakes.encryption.lock(with: .sample())
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let wrong = try await front.post("/account/unlock", ["secret": "other words of mine"])
    #expect(wrong.status == 422 && wrong.text.contains("The passphrase is wrong."))
    #expect(!wrong.text.contains("other words of mine") && !fakes.encryption.holdsKey)
    let code = try #require(fakes.encryption.recoveryCode).text.lowercased()
    let page = try await front.post("/account/unlock", ["secret": code])
    #expect(page.status == 303 && page.location == "/sync" && fakes.encryption.holdsKey)
  }

  @Test func `a sign-out keeps the notes, and shows the sign-in`() async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let page = try await front.post("/account/sign-out")
    #expect(page.text.contains("This device is signed out. Your notes stay here."))
    #expect(page.text.contains("action=\"/account/sign-in\""))
    #expect(fakes.credentials.current == nil)
  }

  @Test func `a sign-out without the server says which device to revoke`() async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let device = try #require(fakes.credentials.current?.device)
    fakes.accounts.revokingFailure = .transport(.unreachable(detail: "no route"))
    let page = try await front.post("/account/sign-out")
    #expect(page.text.contains("the server still knows it") && page.text.contains("\(device)"))
    #expect(fakes.credentials.current == nil)
  }

  @Test func `damaged credentials can be signed out`() async throws {
    fakes.credentials.failure = .damaged(path: "/home/ada/credentials")
    let front = try await Front(fakes)
    let page = try await front.get("/account").text
    #expect(page.contains("/home/ada/credentials is damaged.") && page.contains("action=\"/account/sign-out\""))
    _ = try await front.post("/account/sign-out")
    #expect(try await front.get("/account").text.contains("action=\"/account/sign-in\""))
  }

  @Test func `the devices are listed, and another one is revoked`() async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front, device: "lost <phone>")
    let lost = try #require(fakes.credentials.current?.device)
    try await fakes.credentials.remove()
    _ = try await signIn(front, device: "laptop")
    let list = try await front.get("/account/devices").text
    #expect(list.contains("lost &lt;phone&gt;") && list.contains("laptop <span class=\"badge\">this device</span>"))
    let page = try await front.post("/account/devices/\(lost)/revoke")
    #expect(page.location == "/account/devices")
    #expect(try await !front.get("/account/devices").text.contains("phone"))
    #expect(fakes.credentials.current != nil)
  }

  @Test func `a device that is revoked may keep the key of an encrypted vault, and the page says how to make another`()
    async throws
  {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let advice = "<code>notesctl encryption rotate</code>"
    #expect(try await !front.get("/account/devices").text.contains(advice))
    var credentials = try #require(fakes.credentials.current)
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
    try await fakes.credentials.save(credentials)
    #expect(try await front.get("/account/devices").text.contains(advice))
  }

  @Test func `revoking this device signs it out`() async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let own = try #require(fakes.credentials.current?.device)
    #expect(try await front.post("/account/devices/\(own)/revoke").location == "/account")
    #expect(fakes.credentials.current == nil)
  }

  @Test(arguments: ["0000000000000000", "laptop", "x"])
  func `a device is revoked by its whole id only`(id: String) async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    #expect(try await front.post("/account/devices/\(id)/revoke").status == 404)
    #expect(fakes.credentials.current != nil)
  }

  @Test func `devices that cannot be loaded are a sentence`() async throws {
    let page = try await Front(fakes).get("/account/devices")
    #expect(page.status == 409 && page.text.contains("This device is not signed in."))
  }

  @Test func `a password is changed, and no page has it`() async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let new = "several unrelated words"
    let page = try await front.post("/account/password", ["current": secret, "new": new, "repeated": new])
    #expect(page.status == 200 && page.text.contains("The password is changed"))
    #expect(!page.text.contains(new) && !page.text.contains(secret))
    _ = try await front.post("/account/sign-out")
    #expect(try await signIn(front, password: new).location == "/sync")
  }

  @Test(arguments: [
    ("wrong horse battery", "several unrelated words", "several unrelated words", "The current password is wrong."),
    ("correct horse battery", "several unrelated words", "another", "The new passwords differ."),
    ("correct horse battery", "short", "short", "The password is too short"),
    ("correct horse battery", "1234567890", "1234567890", "one of the most common ones"),
  ])
  func `a password that cannot be set changes nothing`(
    current: String, new: String, repeated: String, message: String
  ) async throws {
    let front = try await Front(fakes)
    _ = try await signIn(front)
    let page = try await front.post("/account/password", ["current": current, "new": new, "repeated": repeated])
    #expect(page.status == 422 && page.text.contains(message))
    _ = try await front.post("/account/sign-out")
    #expect(try await signIn(front).location == "/sync")
  }
}
