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

  @Test func `a person signs in with a name and a password that nobody sees`() async throws {
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

  @Test func `a script must say the name`() async {
    let run = await program(password, isTerminal: false).run("login", "notes.example.org")
    #expect(run.status == .usage && run.error.contains("--name NAME"))
  }

  @Test(arguments: [
    ("http://notes.example.org", "http would show your notes and your password to everybody"),
    ("ftp://notes.example.org", "begins neither with https nor with http"), ("", "is no address"),
    ("https://ada:correct-horse@notes.example.org", "has no user and no password in it"),
    ("gopher://ada:correct-horse@notes.example.org", "has no user and no password in it"),
  ])
  func `an address that makes no sense is refused before anything is asked`(server: String, words: String) async {
    let run = await program("ada", password).run("login", server)
    #expect(run.status == .usage && run.error.contains(words) && !run.error.contains("Name:"))
    #expect(!run.error.contains("horse"))
  }

  @Test func `a wrong password is told as the server tells it`() async {
    let run = await program("wrong horse").run("login", "notes.example.org", "--name", "ada")
    #expect(run.status == .permission && fakes.credentials.current == nil)
    #expect(
      run.error.hasSuffix(
        """
        notesctl: there is no such account, or its password is another
          the server does not say which of the two

        """))
  }

  @Test func `a name that no account can have is refused`() async {
    #expect(await program("Ada", password).run("login", "notes.example.org").status == .usage)
  }

  @Test func `who is signed in elsewhere must want to leave`() async throws {
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

  @Test func `a device that could not be signed out where it was before is named`() async throws {
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
        https://notes.example.org does not know yet that this device left: the server cannot be reached: no route.
          From another device there: notesctl revoke \(before.device)

        """), "\(run.error)")
  }

  @Test func `a token that cannot be kept is made worthless`() async throws {
    fakes.credentials.saveFailure = .failed(path: "/state/credentials", detail: "No space left on device")
    let run = await program(password).run("login", "notes.example.org", "--name", "ada")
    #expect(run.status == .inputOutput && run.error.contains("No space left on device"))
    fakes.credentials.saveFailure = nil
    await login()
    let credentials = try #require(fakes.credentials.current)
    #expect(try await fakes.accounts.devices(credentials).count == 1)
  }

  @Test func `signing out makes the token worthless, and keeps the notes`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(run.error == "Signed out of https://notes.example.org.  Your notes stay here.\n")
    await #expect(throws: AccountClientError.transport(.unauthorized)) {
      try await fakes.accounts.devices(credentials)
    }
    #expect(await program().run("logout").status == .configuration)
  }

  @Test func `signing out works without the server, and says what is left to do`() async throws {
    await login()
    let device = try #require(fakes.credentials.current).device
    fakes.accounts.failure = .transport(.unreachable(detail: "nobody listens"))
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(
      run.error.hasSuffix(
        """
        The server does not know yet: the server cannot be reached: nobody listens.
          From another device: notesctl revoke \(device)

        """))
  }

  @Test func `signing out where others could read the token makes it worthless, and says so`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    fakes.credentials.failure = .exposed(path: "/state/credentials", mode: 0o644)
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(
      run.error == """
        Signed out of https://notes.example.org.  Your notes stay here.
        Look out: others on this machine can read /state/credentials, which has the permissions 644.

        """)
    await #expect(throws: AccountClientError.transport(.unauthorized)) {
      try await fakes.accounts.devices(credentials)
    }
  }

  @Test func `signing out where the token cannot be read says what is left to do`() async {
    await login()
    fakes.credentials.failure = .damaged(path: "/state/credentials")
    let run = await program().run("logout")
    #expect(run.status == .success && fakes.credentials.current == nil)
    #expect(
      run.error == """
        Signed out.  Your notes stay here.
        Look out: what is in /state/credentials is not what notesctl wrote there.
        The server does not know, since the token could not be read.
          From another device: notesctl revoke DEVICE

        """)
  }

  @Test func `signing in where others could read the token makes that one worthless`() async throws {
    await login()
    let before = try #require(fakes.credentials.current)
    fakes.credentials.failure = .exposed(path: "/state/credentials", mode: 0o644)
    _ = await program(password).run("login", "notes.example.org", "--name", "ada", "--label", "laptop", "--force")
    await #expect(throws: AccountClientError.transport(.unauthorized)) { try await fakes.accounts.devices(before) }
  }

  @Test func `a certificate that is not trusted names the way out`() async {
    fakes.accounts.failure = .transport(.untrusted(host: "notes.example.org"))
    let run = await program(password).run("login", "notes.example.org", "--name", "ada", "--label", "laptop")
    #expect(run.error.contains("the certificate of notes.example.org is not trusted"))
    #expect(run.error.contains("NOTESCTL_CA_FILE=FILE"))
  }

  @Test func `devices are listed, and which is this one`() async throws {
    await login("phone\u{1B}[2J")
    let other = try #require(fakes.credentials.current)
    try fakes.credentials.remove()
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

  @Test func `a device that was revoked is told to sign in anew`() async throws {
    await login()
    let credentials = try #require(fakes.credentials.current)
    try await fakes.accounts.revoke(credentials.device, credentials)
    let run = await program().run("devices")
    #expect(run.status == .permission && run.error.contains("sign in anew: notesctl login SERVER"))
  }

  @Test func `a device is revoked by its label, or the beginning of its id, after a yes`() async throws {
    await login("phone")
    let other = try #require(fakes.credentials.current)
    try fakes.credentials.remove()
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
    #expect(run.error.hasSuffix("It was this device, which is signed out now.\n"))
    #expect(fakes.credentials.current == nil)
  }

  @Test func `a device that is none, or could be several, is not revoked`() async throws {
    await login("phone")
    try fakes.credentials.remove()
    await login("phone")
    let none = await program().run("revoke", "tablet", "--force")
    #expect(none.status == .noInput && none.error.contains("no device has the label"))
    let several = await program().run("revoke", "phone", "--force")
    #expect(several.status == .noInput && several.error.contains("several devices are meant"))
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

  @Test func `credentials that others could read stop sync, and the status says so`() async {
    await login()
    fakes.credentials.failure = .exposed(path: "/state/credentials", mode: 0o644)
    let status = await program().run("sync", "status")
    #expect(status.status == .success && status.error.hasPrefix("Cannot sync: others on this machine can read"))
    fakes.synchronizer.failure = .transport(.credentials(.exposed(path: "/state/credentials", mode: 0o644)))
    #expect(await program().run("sync").status == .permission)
  }
}
