import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerStoreCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  /// Adds an account whose vault has a note, tombstones and an attachment that nothing refers to.
  private func fill() async throws {
    let name = try #require(AccountName("ada"))
    let account = try await fakes.administration.add(name, password: #require(Password("correct horse")))
    let digest = try #require(BlobDigest(bytes: Array(repeating: 1, count: BlobDigest.count)))
    try await fakes.serverStore.write(account.vault) { transaction throws(StoreError) in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(state: VaultState(epochs: [start], head: Revision(2000)))
      for (number, revision, payload) in [(1, 1, [1, 2, 3]), (2, 2, nil), (3, 2000, nil)]
        as [(UInt64, Int64, [UInt8]?)]
      {
        try transaction.save(
          VaultItem(id: SequentialNoteIDGenerator.id(number), revision: Revision(revision), payload: payload))
      }
      try transaction.append(BlobPiece(digest: digest, size: 3, offset: 0, bytes: [1, 2, 3]), at: FixedClock.start)
    }
  }

  @Test func `statistics say how much a server keeps`() async throws {
    try await fill()
    try expectGolden(await program.run("server", "stats").output, named: "server-stats")
    try expectGolden(await program.run("server", "stats", "--json").output, named: "server-stats-json")
  }

  @Test func `purging forgets old tombstones, and attachments that nobody needs`() async throws {
    try await fill()
    #expect(await program.run("server", "purge").error == "Forgot 1 tombstone.\n")
    #expect(await program.run("server", "purge", "ada", "--keep", "0").error == "Forgot 1 tombstone.\n")
    fakes.clock.advance(byMilliseconds: 31 * 86_400_000)
    #expect(await program.run("server", "purge").error == "Forgot 0 tombstones and 1 attachment, 3 bytes.\n")
    #expect(await program.run("server", "purge", "eve").status == .noInput)
  }

  @Test func `a backup is made once, and can be gone back to`() async throws {
    try await fill()
    let made = await program.run("server", "backup", "/b.sqlite")
    #expect(made.status == .success && made.error.hasPrefix("The backup is in /b.sqlite."))
    let again = await program.run("server", "backup", "/b.sqlite")
    #expect(again.status == .cannotCreate && again.error.contains("nothing is overwritten"))
    let restored = await program.run("server", "restore", "/b.sqlite")
    #expect(restored.status == .success && restored.error.contains("kept in replaced-1"))
    #expect(await program.run("server", "restore", "/c.sqlite").status == .noInput)
  }

  @Test(arguments: [
    (MaintenanceError.inUse(path: "/s"), NotesCLI.ExitStatus.tryAgain, "stop the server first"),
    (.same(path: "/s"), .usage, "the server's store itself"),
    (.failed(path: "/s", reason: "Input/output error"), .inputOutput, "Input/output error"),
    (.store(.diskFull(path: "/s")), .inputOutput, "no space left"),
    (.store(.newerVersion(path: "/s", found: 9, supported: 3)), .data, "newer notesctl"),
    (.store(.notAStore(path: "/s")), .data, "is not a store"),
    (.missing(path: "/b.sqlite"), .noInput, "there is no backup /b.sqlite\n  name a file that this made"),
    (.store(.notAStore(path: "/b.sqlite")), .data, "is no backup of a server's store\n  name a file that this made"),
    (.store(.corrupt(path: "/b.sqlite", detail: "?")), .data, "the backup /b.sqlite is damaged"),
    (.store(.permissionDenied(path: "/b.sqlite")), .permission, "ls -l /b.sqlite"),
  ])
  func `what fails is said, with what to do`(error: MaintenanceError, status: NotesCLI.ExitStatus, words: String) async
  {
    fakes.maintenance.failure = error
    let run = await program.run("server", "restore", "/b.sqlite")
    #expect(run.status == status && run.error.contains(words), "\(run.error)")
  }

  @Test func `the words in front of a command lead to it, and lead on where none is named`() async {
    let run = await program.run("server")
    #expect(run.status == .usage && run.output.isEmpty && run.error.contains("SUBCOMMANDS"))
    #expect(await program.run("server", "--help").status == .success)
    #expect(await program.run("server", "user", "--help").output.contains("notesctl server user"))
    #expect(await program.run("help", "server", "user", "add").output.contains("--password-file"))
    #expect(
      await program.run("--no-color", "server", "--no-pager", "user", "--data-dir", "/x", "list").status == .success)
  }

  @Test(arguments: [
    (["server", "usr"], "Did you mean 'notesctl server user'?"),
    (["server", "user", "ad", "x"], "Did you mean 'notesctl server user add'?"),
    (["server", "user", "frobnicate"], "See 'notesctl help server user' for all of them."),
  ])
  func `a misspelt word is not run, and the near one is named`(arguments: [String], advice: String) async {
    let run = await program.run(arguments)
    #expect(run.status == .usage && run.error.contains(advice), "\(run.error)")
  }

  @Test func `whoever says where the server's store is needs no home`() async {
    var program = program
    program.environment = [:]
    #expect(await program.run("server", "stats").status == .configuration)
    #expect(await program.run("server", "stats", "--store", "/srv/notes/server.sqlite").status == .success)
    program.environment = ["NOTESCTL_SERVER_STORE": "server.sqlite"]
    #expect(await program.run("server", "stats").status == .success)
  }
}
