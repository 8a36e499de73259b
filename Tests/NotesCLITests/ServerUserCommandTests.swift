import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerUserCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  /// Adds an account with a password from standard input.
  private func add(_ name: String, password: String? = "correct horse") async -> Program.Run {
    var program = program
    program.answers = password.map { [$0] } ?? []
    return await program.run("server", "user", "add", name)
  }

  private func signIn(_ label: String, as name: String) async throws {
    let name = try #require(AccountName(name))
    let hash = try #require(try await fakes.accountStore.account(named: name)).hash
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: UInt64(label.utf8.count)), label: label, signedIn: fakes.wallClock.now(),
      lastSeen: fakes.wallClock.now())
    _ = try await fakes.accountStore.add(
      device, digest: Array(label.utf8), to: name, knownBy: hash, limit: 9)
  }

  @Test func `an account is added with a password from standard input`() async throws {
    let run = await add("ada")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "Password for ada: Added ada.  On a device: notesctl login SERVER --name ada\n")
    let hash = try await fakes.accountStore.account(named: #require(AccountName("ada")))?.hash
    let password = try #require(Password("correct horse"))
    #expect(try await fakes.hasher.verify(password, against: hash).matches)
  }

  @Test func `a person types the password twice, and it is not shown`() async throws {
    var program = program
    program.isInputTerminal = true
    program.answers = ["correct horse", "correct horse"]
    let run = await program.run("server", "user", "add", "ada")
    #expect(run.status == .success, "\(run.error)")
    #expect(run.error.hasPrefix("Password for ada: ") && !run.error.contains("horse"))
  }

  @Test func `with two different passwords nothing is added`() async throws {
    var program = program
    program.isInputTerminal = true
    program.answers = ["correct horse", "correct house"]
    let run = await program.run("server", "user", "add", "ada")
    #expect(run.status == .data && run.error.contains("passwords do not match"))
    #expect(try await fakes.accountStore.accounts() == [])
  }

  @Test func `a password is never an argument`() async throws {
    for arguments in [["ada", "correct horse"], ["ada", "--password", "correct horse"]] {
      #expect(await program.run(["server", "user", "add"] + arguments).status == .usage)
    }
    #expect(try await fakes.accountStore.accounts() == [])
  }

  @Test func `a password that is too short is rejected with the rule`() async throws {
    let run = await add("ada", password: "too short")
    #expect(run.status == .data && run.error.contains("at least 10 bytes"))
    #expect(try await fakes.accountStore.accounts() == [])
  }

  @Test func `without a password nothing is added`() async throws {
    let run = await add("ada", password: nil)
    #expect(run.status == .noInput && run.error.contains("--password-file"))
  }

  @Test(arguments: ["Ada", "", ".ada", "ada lovelace", "ada\u{1B}[2J"])
  func `an invalid name is rejected before the password is requested`(name: String) async throws {
    let run = await add(name)
    #expect(run.status == .usage && run.error.contains("is not a valid account name") && !run.error.contains("\u{1B}"))
  }

  @Test func `a second account of a name is rejected with a suggestion`() async throws {
    _ = await add("ada")
    let run = await add("ada")
    #expect(run.status == .cannotCreate && run.error.contains("notesctl server user password"))
  }

  @Test func `accounts are listed with their devices`() async throws {
    #expect(await program.run("server", "user").error.contains("No accounts."))
    _ = await add("ada")
    _ = await add("bob-the-second")
    try await signIn("laptop", as: "ada")
    try await signIn("phone\u{202E}", as: "ada")
    let run = await program.run("server", "user", "list")
    #expect(run.status == .success)
    try expectGolden(run.output, named: "server-user-list")
    try expectGolden(await program.run("server", "user", "list", "--json").output, named: "server-user-list-json")
    #expect(await program.run("server", "user", "ls", "--fields", "name").output.contains("\"name\": \"ada\""))
  }

  @Test func `a new password signs out all devices and says so`() async throws {
    _ = await add("ada")
    try await signIn("laptop", as: "ada")
    var program = program
    program.answers = ["another horse"]
    let run = await program.run("server", "user", "password", "ada")
    #expect(run.error.hasSuffix("ada has a new password, and all of its devices are signed out.\n"))
    #expect(try await fakes.accountStore.devices(of: #require(AccountName("ada"))) == [])
    #expect(await program.run("server", "user", "password", "eve").status == .noInput)
  }

  @Test func `an account is removed after its name is typed as confirmation`() async throws {
    _ = await add("ada")
    var program = program
    program.isInputTerminal = true
    program.answers = ["bob"]
    let refused = await program.run("server", "user", "remove", "ada")
    #expect(refused.status == .success && refused.error.contains("Nothing was removed."))
    program.answers = ["ada"]
    let run = await program.run("server", "user", "remove", "ada")
    #expect(run.error.hasPrefix("This deletes 0 notes from the server.") && run.error.contains("Removed ada"))
    #expect(try await fakes.accountStore.accounts() == [])
    #expect(await program.run("server", "user", "remove", "ada").status == .noInput)
  }

  @Test func `a script must use --force to remove an account`() async throws {
    _ = await add("ada")
    let run = await program.run("server", "user", "remove", "ada")
    #expect(run.status == .usage && run.error.contains("--force"))
    #expect(try await fakes.accountStore.accounts().count == 1)
    #expect(await program.run("server", "user", "rm", "ada", "--force").status == .success)
    #expect(try await fakes.accountStore.accounts() == [])
  }
}
