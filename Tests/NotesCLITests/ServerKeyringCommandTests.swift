import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerKeyringCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  /// Adds an account whose vault has an item in the place of the keyring.
  private func add(_ keyring: [UInt8]?) async throws -> VaultID {
    var program = program
    program.answers = ["correct horse"]
    _ = await program.run("server", "user", "add", "ada")
    let vault = try #require(try await fakes.accountStore.accounts().first).vault
    try await fakes.serverStore.write(vault) { transaction in
      try transaction.save(state: VaultState(epochs: [], head: Revision(12)))
      guard let keyring else { return }
      try transaction.save(VaultItem(id: Keyring.item, revision: Revision(12), payload: keyring))
    }
    return vault
  }

  private func keyring(of vault: VaultID) async throws -> VaultItem? {
    try await fakes.serverStore.read(vault) { try $0.item(Keyring.item) }
  }

  @Test func `a keyring is shown without its keys`() async throws {
    _ = try await add(KeyringFormat.sample(generation: 3, earlier: [5]).stored)
    let run = await program.run("server", "keyring", "ada")
    #expect(run.status == .success && run.error.isEmpty)
    #expect(
      run.output
        == """
        number        3
        key           0000000000000007
        earlier keys  1
        revision      12
        size          289 bytes

        """)
  }

  @Test func `what is no keyring is shown as damaged`() async throws {
    _ = try await add([1, 2, 3, 4])
    let run = await program.run("server", "keyring", "ada")
    #expect(run.output.hasPrefix("keyring       damaged\nrevision      12\n"))
  }

  @Test func `a keyring is removed after the name of the account is typed as confirmation`() async throws {
    let vault = try await add([1, 2, 3, 4])
    var program = program
    program.isInputTerminal = true
    program.answers = ["y"]
    let refused = await program.run("server", "keyring", "ada", "--remove")
    #expect(refused.status == .success && refused.error.contains("Nothing was removed."))
    #expect(try await keyring(of: vault) != nil)
    program.answers = ["ada"]
    let run = await program.run("server", "keyring", "ada", "--remove")
    #expect(run.error.contains("Removed the keyring of ada.  On one of its devices: notesctl encryption enable\n"))
    #expect(try await keyring(of: vault) == nil)
  }

  @Test func `a script must use --force to remove a keyring`() async throws {
    let vault = try await add([1, 2, 3, 4])
    let run = await program.run("server", "keyring", "ada", "--remove")
    #expect(run.status == .usage && run.error.contains("--force"))
    #expect(try await keyring(of: vault) != nil)
    #expect(await program.run("server", "keyring", "ada", "--remove", "--force").status == .success)
    #expect(try await keyring(of: vault) == nil)
  }

  @Test func `without a keyring there is a notice, and without an account an error`() async throws {
    _ = try await add(nil)
    let run = await program.run("server", "keyring", "ada", "--remove", "--force")
    #expect(run.status == .success && run.error == "The vault of ada has no keyring.\n")
    #expect(await program.run("server", "keyring", "eve").status == .noInput)
  }
}
