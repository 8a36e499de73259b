import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct AccountCommandTests {
  private let fakes = Fakes()
  private let password = "correct horse"

  init() throws {
    fakes.accounts.add(try #require(AccountName("ada")), password: try #require(Password(password)))
    fakes.accounts.add(try #require(AccountName("bob")), password: try #require(Password(password)))
  }

  private func program(_ answers: String..., isTerminal: Bool = true) -> Program {
    Program(fakes: fakes, answers: answers, isInputTerminal: isTerminal)
  }

  private func login(_ label: String = "laptop") async {
    _ = await program(password).run("login", "notes.example.org", "--name", "ada", "--label", label)
  }

  @Test func `a person signs in with a name and a password that is not shown`() async throws {
    let run = await program("ada", password).run("login", "notes.example.org", "--label", "laptop")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(
      run.error == """
        Name: Password of ada at notes.example.org: \
        Signed in to https://notes.example.org as ada.  Next: notesctl sync

        """)
    let credentials = try #require(fakes.credentials.current)
    #expect(credentials.account.text == "ada" && credentials.vault.name == "ada")
    #expect(!run.error.contains(password) && !run.error.contains(credentials.token.text))
  }

  @Test func `a script signs in with a password on standard input`() async {
    let run = await program(password, isTerminal: false)
      .run("login", "https://notes.example.org", "--name", "ada", "--label", "laptop")
    #expect(run.status == .success && fakes.credentials.current != nil)
  }

  @Test func `a script must give the name`() async {
    let run = await program(password, isTerminal: false).run("login", "notes.example.org")
    #expect(run.status == .usage && run.error.contains("--name NAME"))
  }

  @Test(arguments: [
    ("http://notes.example.org", "http would send your notes and password to notes.example.org unencrypted"),
    ("ftp://notes.example.org", "must start with https or http"), ("", "is not a valid server address"),
    ("https://ada:correct-horse@notes.example.org", "must not contain a user name or password"),
    ("gopher://ada:correct-horse@notes.example.org", "must not contain a user name or password"),
  ])
  func `an invalid address is rejected before any question`(server: String, message: String) async {
    let run = await program("ada", password).run("login", server)
    #expect(run.status == .usage && run.error.contains(message) && !run.error.contains("Name:"))
    #expect(!run.error.contains("horse"))
  }

  @Test func `a wrong password is reported without telling whether the account exists`() async {
    let run = await program("wrong horse").run("login", "notes.example.org", "--name", "ada")
    #expect(run.status == .permission && fakes.credentials.current == nil)
    #expect(
      run.error.hasSuffix(
        """
        notesctl: wrong account name or password
          the server does not reveal which

        """))
  }

  @Test func `an invalid account name is rejected`() async {
    #expect(await program("Ada", password).run("login", "notes.example.org").status == .usage)
  }

  @Test func `signing in to another account requires --force`() async throws {
    await login()
    let before = try #require(fakes.credentials.current)
    for arguments in [["other.example.org"], ["notes.example.org", "--name", "bob"]] {
      let run = await program("bob", password).run(["login"] + arguments)
      #expect(run.status == .usage && run.error.contains("signed in to https://notes.example.org as ada"))
      #expect(!run.error.contains("Password"))
    }
    #expect(fakes.credentials.current == before)
    let run = await program(password).run(
      "login", "other.example.org", "--name", "bob", "--label", "laptop", "--force")
    #expect(run.status == .success && fakes.credentials.current?.account.text == "bob")
    await #expect(throws: AccountClientError.transport(.unauthorized)) { try await fakes.accounts.devices(before) }
  }

  @Test func `signing in to the same account again replaces this device`() async throws {
    await login()
    let before = try #require(fakes.credentials.current)
    await login()
    let after = try #require(fakes.credentials.current)
    #expect(before.token != after.token)
    #expect(try await fakes.accounts.devices(after).map(\.id) == [after.device])
  }

  @Test func `a sign-in that could not be revoked is reported with the command that revokes it`() async throws {
    await login()
    let before = try #require(fakes.credentials.current)
    fakes.accounts.add(try #require(AccountName("bob")), password: try #require(Password(password)))
    fakes.accounts.revokingFailure = .transport(.unreachable(detail: "no route"))
    let run = await program(password).run(
      "login", "other.example.org", "--name", "bob", "--label", "laptop", "--force")
    #expect(run.status == .success)
    #expect(
      run.error.hasSuffix(
        """
        could not sign this device out of https://notes.example.org: cannot reach the server: no route.
          On another device: notesctl revoke \(before.device)

        """), "\(run.error)")
  }

  @Test func `a token that cannot be saved is revoked`() async throws {
    fakes.credentials.saveFailure = .failed(path: "/state/credentials", detail: "No space left on device")
    let run = await program(password).run("login", "notes.example.org", "--name", "ada")
    #expect(run.status == .inputOutput && run.error.contains("No space left on device"))
    fakes.credentials.saveFailure = nil
    await login()
    let credentials = try #require(fakes.credentials.current)
    #expect(try await fakes.accounts.devices(credentials).count == 1)
  }

  @Test func `signing out revokes the token and keeps the notes`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(run.error == "Signed out of https://notes.example.org.  Your notes stay on this device.\n")
    await #expect(throws: AccountClientError.transport(.unauthorized)) {
      try await fakes.accounts.devices(credentials)
    }
    #expect(await program().run("logout").status == .configuration)
  }

  @Test func `signing out works without the server and names the remaining step`() async throws {
    await login()
    let device = try #require(fakes.credentials.current).device
    fakes.accounts.failure = .transport(.unreachable(detail: "connection refused"))
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(
      run.error.hasSuffix(
        """
        Could not notify the server: cannot reach the server: connection refused.
          On another device: notesctl revoke \(device)

        """))
  }

  @Test func `signing out with a token that others can read revokes it, with a warning`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    fakes.credentials.failure = .exposed(path: "/state/credentials", mode: 0o644)
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(
      run.error == """
        Signed out of https://notes.example.org.  Your notes stay on this device.
        Warning: other users can read /state/credentials, which has the permissions 644.

        """)
    await #expect(throws: AccountClientError.transport(.unauthorized)) {
      try await fakes.accounts.devices(credentials)
    }
  }

  @Test func `signing out with damaged credentials names the remaining step`() async {
    await login()
    fakes.credentials.failure = .damaged(path: "/state/credentials")
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(
      run.error == """
        Signed out.  Your notes stay on this device.
        Warning: /state/credentials is damaged.
        The server was not notified because the token could not be read.
          On another device: notesctl revoke DEVICE

        """)
  }

  @Test func `signing in revokes a previous token that others could read`() async throws {
    await login()
    let before = try #require(fakes.credentials.current)
    fakes.credentials.failure = .exposed(path: "/state/credentials", mode: 0o644)
    _ = await program(password).run("login", "notes.example.org", "--name", "ada", "--label", "laptop", "--force")
    await #expect(throws: AccountClientError.transport(.unauthorized)) { try await fakes.accounts.devices(before) }
  }

  @Test func `an untrusted certificate is reported with the remedy`() async {
    fakes.accounts.failure = .transport(.untrusted(host: "notes.example.org"))
    let run = await program(password).run("login", "notes.example.org", "--name", "ada", "--label", "laptop")
    #expect(run.error.contains("the certificate of notes.example.org is not trusted"))
    #expect(run.error.contains("NOTESCTL_CA_FILE=FILE"))
  }

  @Test func `devices are listed, and this one is marked`() async throws {
    await login("phone\u{1B}[2J")
    let other = try #require(fakes.credentials.current)
    try await fakes.credentials.remove()
    await login()
    let credentials = try #require(fakes.credentials.current)
    let run = await program().run("devices")
    #expect(
      run.output == """
        \(other.device)  phone^[[2J  signed in 2026-03-14, last seen 2026-03-14
        \(credentials.device)  laptop      signed in 2026-03-14, last seen 2026-03-14  this device

        """)
    let json = await program().run("devices", "--jsonl", "--fields", "label,this").output
    #expect(json == "{\"label\":\"phone\\u001b[2J\",\"this\":false}\n{\"label\":\"laptop\",\"this\":true}\n")
  }

  @Test func `a revoked device is asked to sign in again`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    try await fakes.accounts.revoke(credentials.device, credentials)
    let run = await program().run("devices")
    #expect(run.status == .permission && run.error.contains("sign in again: notesctl login SERVER"))
  }

  @Test func `a device is revoked by its label or the beginning of its id, after confirmation`() async throws {
    await login("phone")
    let other = try #require(fakes.credentials.current)
    try await fakes.credentials.remove()
    await login()
    let credentials = try #require(fakes.credentials.current)
    let refused = await program("n").run("revoke", "phone")
    #expect(refused.error == "Revoke “phone”, last seen 2026-03-14? [y/N] Nothing was revoked.\n")
    #expect(await program(isTerminal: false).run("revoke", "phone").status == .usage)
    let run = await program("y").run("revoke", String(other.device.description.prefix(6)))
    #expect(run.error.hasSuffix("Revoked “phone” (\(other.device)).\n"))
    #expect(try await fakes.accounts.devices(credentials).map(\.id) == [credentials.device])
  }

  @Test func `revoking this device signs it out`() async {
    await login()
    let run = await program().run("revoke", "laptop", "--force")
    #expect(run.error.hasSuffix("This device is now signed out.\n"))
    #expect(fakes.credentials.current == nil)
  }

  @Test func `an unknown or ambiguous device is not revoked`() async throws {
    await login("phone")
    try await fakes.credentials.remove()
    await login("phone")
    let none = await program().run("revoke", "tablet", "--force")
    #expect(none.status == .noInput && none.error.contains("no device matches 'tablet'"))
    let several = await program().run("revoke", "phone", "--force")
    #expect(several.status == .noInput && several.error.contains("'phone' is ambiguous"))
  }

  @Test func `the status shows the server, and never the token`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    let text = await program().run("sync", "status").output
    #expect(text.hasPrefix("server      https://notes.example.org, as ada\n"))
    let json = await program().run("sync", "status", "--json", "--fields", "account").output
    #expect(json.contains(#""server": "https://notes.example.org""#) && json.contains(#""name": "ada""#))
    #expect(!text.contains(credentials.token.text) && !json.contains(credentials.token.text))
  }

  @Test func `credentials that others can read stop sync, and the status says so`() async {
    await login()
    fakes.credentials.failure = .exposed(path: "/state/credentials", mode: 0o644)
    let status = await program().run("sync", "status")
    #expect(status.status == .success && status.error.hasPrefix("Cannot sync: other users can read"))
    fakes.synchronizer.failure = .transport(.credentials(.exposed(path: "/state/credentials", mode: 0o644)))
    #expect(await program().run("sync").status == .permission)
  }

  // MARK: Changing the password

  private let new = "another horse"

  @Test func `a person changes the password, which signs out the other devices`() async throws {
    await login("phone")
    let other = try #require(fakes.credentials.current)
    try await fakes.credentials.remove()
    await login()
    let credentials = try #require(fakes.credentials.current)
    let run = await program(password, new, new).run("password")
    #expect(run.status == .success && run.output.isEmpty && fakes.credentials.current == credentials)
    #expect(
      run.error == """
        Current password of ada at notes.example.org: New password: Repeat new password: \
        ada has a new password, and all other devices are signed out.

        """)
    #expect(try await fakes.accounts.devices(credentials).map(\.id) == [credentials.device])
    await #expect(throws: AccountClientError.transport(.unauthorized)) { try await fakes.accounts.devices(other) }
  }

  @Test func `a script changes the password with two lines of standard input`() async {
    await login()
    #expect(await program(password, new, isTerminal: false).run("password").status == .success)
    #expect(await program(new).run("login", "notes.example.org", "--name", "ada").status == .success)
  }

  @Test func `passwords are never arguments of the command`() async {
    await login()
    for arguments in [[password, new], ["--password", new]] {
      #expect(await program(password, new, new).run(["password"] + arguments).status == .usage)
    }
  }

  @Test func `with two different new passwords nothing is changed`() async {
    await login()
    let run = await program(password, new, "another house").run("password")
    #expect(run.status == .data && run.error.contains("passwords do not match"))
    #expect(await program(password).run("login", "notes.example.org", "--name", "ada").status == .success)
  }

  @Test func `without an account there is no question`() async {
    let run = await program(password, new, new).run("password")
    #expect(run.status == .configuration && run.error.hasPrefix("notesctl: this device is not signed in"))
  }

  @Test(arguments: [
    ("wrong horse", "another horse", NotesCLI.ExitStatus.permission, "password-wrong"),
    ("correct horse", "1234567890", .data, "password-common"), ("correct horse", "too short", .data, "password-short"),
  ])
  func `a password that cannot be changed says why`(
    current: String, new: String, status: NotesCLI.ExitStatus, golden: String
  ) async throws {
    await login()
    let run = await program(current, new, new).run("password")
    #expect(run.status == status)
    try expectGolden(run.error, named: golden)
  }

  @Test func `a lost reply says that the same command may be repeated`() async throws {
    await login()
    fakes.accounts.failure = .transport(.unreachable(detail: "connection refused"))
    let run = await program(password, new, new).run("password")
    #expect(run.status == .tryAgain)
    try expectGolden(run.error, named: "password-uncertain")
    // When
    fakes.accounts.failure = nil
    for _ in 1...2 { #expect(await program(password, new, new).run("password").status == .success) }
  }
}
