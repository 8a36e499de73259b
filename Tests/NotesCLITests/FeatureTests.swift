import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

/// The program without one of its features: docs/features.md follows that feature through the code.
@MainActor
@Suite struct FeatureTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Tea")])

  private var program: Program {
    var program = Program(fakes: fakes)
    program.hasEncryption = false
    return program
  }

  @Test(arguments: [["--help"], ["help"], ["--generate-completion-script", "bash"]])
  func `no command of a feature that was taken out is listed`(arguments: [String]) async {
    let with = await Program(fakes: fakes).run(arguments)
    let without = await program.run(arguments)
    #expect(with.output.contains("encryption") && !without.output.contains("encryption"))
    #expect(without.status == .success)
  }

  @Test(arguments: [["encryption"], ["encryption", "status"], ["help", "encryption"]])
  func `no command of it is understood`(arguments: [String]) async {
    let run = await program.run(arguments)
    #expect(run.status == .usage && run.error.contains("encryption"))
  }

  @Test(arguments: [
    ["list"], ["show", "Tea"], ["search", "tea"], ["tags"], ["history"], ["stats"], ["doctor"], ["sync", "status"],
    ["export", "/out"], ["graph"],
  ])
  func `the other commands work`(arguments: [String]) async {
    let run = await program.run(arguments)
    #expect(run.status == .success || run.status == .exitCode, "\(run.error)")
  }

  @Test func `a sign-in asks for no passphrase, also where the vault is encrypted`() async throws {
    fakes.accounts.add(try #require(AccountName("ada")), password: try #require(Password("correct horse")))
    var program = program
    program.isInputTerminal = true
    program.answers = ["correct horse"]
    let run = await program.run("login", "notes.example.org", "--name", "ada")
    #expect(run.status == .success && run.error.contains("Signed in"), "\(run.error)")
  }

  @Test(arguments: ["--passphrase-file", "--recovery-file"])
  func `a sign-in with a secret for an encrypted vault is refused before anything is sent`(option: String) async throws
  {
    let run = await program.run("login", "notes.example.org", "--name", "ada", option, "/secret")
    #expect(run.status == .usage, "\(run.error)")
    #expect(try await fakes.credentials.load() == nil)
  }
}
