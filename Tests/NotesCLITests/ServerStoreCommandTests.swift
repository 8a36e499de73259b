import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerStoreCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  /// Adds an account whose vault has a note, tombstones and an unreferenced attachment.
  private func fill() async throws {
    let name = try #require(AccountName("ada"))
    let account = try await fakes.administration.add(name, password: #require(Password("correct horse")))
    let digest = try #require(BlobDigest(bytes: Array(repeating: 1, count: BlobDigest.count)))
    try await fakes.serverStore.write(account.vault) { transaction in
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

  @Test func `statistics of the server are printed`() async throws {
    try await fill()
    try expectGolden(await program.run("server", "stats").output, named: "server-stats")
    try expectGolden(await program.run("server", "stats", "--json").output, named: "server-stats-json")
  }

  @Test func `purging deletes old tombstones and unused attachments`() async throws {
    try await fill()
    #expect(await program.run("server", "purge").error == "Purged 1 tombstone.\n")
    #expect(await program.run("server", "purge", "ada", "--keep", "0").error == "Purged 1 tombstone.\n")
    fakes.wallClock.advance(by: .seconds(31 * 86_400))
    #expect(await program.run("server", "purge").error == "Purged 0 tombstones and 1 attachment, 3 bytes.\n")
    #expect(await program.run("server", "purge", "eve").status == .noInput)
  }

  @Test func `a backup is not overwritten and can be restored`() async throws {
    try await fill()
    let made = await program.run("server", "backup", "/b.sqlite")
    #expect(made.status == .success && made.error.hasPrefix("Backed up the store to /b.sqlite."))
    let again = await program.run("server", "backup", "/b.sqlite")
    #expect(again.status == .cannotCreate && again.error.contains("nothing is overwritten"))
    let restored = await program.run("server", "restore", "/b.sqlite")
    #expect(restored.status == .success && restored.error.contains("previous store is in replaced-1"))
    #expect(await program.run("server", "restore", "/c.sqlite").status == .noInput)
  }

  @Test func `a server is moved, and the next step is shown`() async throws {
    try await fill()
    let moved = await program.run("server", "move", "postgres:///notes")
    #expect(moved.status == .success && moved.output.isEmpty)
    #expect(
      moved.error == """
        Copied 1 account with 0 devices, 3 notes and 1 attachment, and compared them.
        Start the server with --store postgres:///notes.

        """)
    let again = await program.run("server", "move", "postgres:///notes")
    #expect(again.status == .cannotCreate && again.error.contains("choose an empty database, or another file"))
    fakes.mover.failure = .different(path: "/s", detail: "the vault ada")
    let different = await program.run("server", "move", "/s")
    #expect(different.status == .inputOutput && different.error.contains("stop all servers that use the store"))
    #expect(await program.run("server", "move", "mysql://db/notes").status == .configuration)
  }

  @Test(arguments: [
    "POSTGRES://ada:secret@db/notes", " postgres://ada:secret@db/notes", "postgres:/ada:secret@db/notes",
    "postgres://ada:secret@db/notes", "postgres://ada:secret/notes", "postgres://db/notes?p%61ssword=secret",
  ])
  func `an address of a database that is misspelled or contains a password becomes no file, and is not shown`(
    store: String
  ) async {
    let ending = await program.run("server", "stats", "--store", store)
    #expect(ending.status == .configuration && ending.error.contains("postgres://USER@HOST:PORT/DATABASE"))
    #expect(!ending.error.contains("secret") && !ending.output.contains("secret"))
  }

  @Test func `after a restore by other tools, devices are told, or not`() async throws {
    try await fill()
    let told = await program.run("server", "after-restore")
    #expect(told.status == .success)
    #expect(
      told.error == "Servers may use the store again. The devices of 1 vault will send what it lacks.\n")
    let kept = await program.run("server", "after-restore", "--keep-epochs")
    #expect(kept.error == "Servers may use the store again, with 1 vault as before.\n")
  }

  @Test func `a migration says from which version to which`() async {
    let run = await program.run("server", "migrate")
    #expect(run.status == .success && run.error.hasPrefix("The store has version "))
  }

  @Test(arguments: [
    (MaintenanceError.inUse(path: "/s"), NotesCLI.ExitStatus.tryAgain, "stop the server"),
    (.sameFile(path: "/s"), .usage, "the server's store itself"),
    (.failed(path: "/s", reason: "Input/output error"), .inputOutput, "Input/output error"),
    (.store(.diskFull(path: "/s")), .inputOutput, "no space left on device: /s"),
    (.store(.newerVersion(path: "/s", found: 9, supported: 3)), .data, "newer notesctl"),
    (.store(.notAStore(path: "/s")), .data, "is not a notesctl store"),
    (.missing(path: "/b.sqlite"), .noInput, "no such backup: /b.sqlite\n  use a file created by"),
    (.store(.notAStore(path: "/b.sqlite")), .data, "is not a server backup\n  use a file created by"),
    (.store(.corrupt(path: "/b.sqlite", detail: "?")), .data, "the backup /b.sqlite is damaged"),
    (.store(.permissionDenied(path: "/b.sqlite")), .permission, "ls -l /b.sqlite"),
  ])
  func `a failure is reported with the remedy`(error: MaintenanceError, status: NotesCLI.ExitStatus, message: String)
    async
  {
    fakes.maintenance.failure = error
    let run = await program.run("server", "restore", "/b.sqlite")
    #expect(run.status == status && run.error.contains(message), "\(run.error)")
  }

  @Test func `groups lead to their commands, and a group without a command prints its help`() async {
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
  func `a misspelt word is not run, and a similar one is suggested`(arguments: [String], advice: String) async {
    let run = await program.run(arguments)
    #expect(run.status == .usage && run.error.contains(advice), "\(run.error)")
  }

  @Test func `with the server's store given, no home directory is needed`() async {
    var program = program
    program.environment = [:]
    #expect(await program.run("server", "stats").status == .configuration)
    #expect(await program.run("server", "stats", "--store", "/srv/notes/server.sqlite").status == .success)
    program.environment = ["NOTESCTL_SERVER_STORE": "server.sqlite"]
    #expect(await program.run("server", "stats").status == .success)
  }

  @Test(arguments: ["mysql://ada:secret@db/notes", "file:///x", "sqlite3://a\nb"])
  func `an address of an unknown kind is no path of a store, and its password is not shown`(address: String) async {
    var program = program
    let option = await program.run("serve", "--store", address)
    program.environment["NOTESCTL_SERVER_STORE"] = address
    for run in [option, await program.run("server", "stats")] {
      #expect(run.status == .configuration && run.output.isEmpty)
      #expect(
        run.error.contains("cannot be at an address that begins with \(address.prefix(while: { $0 != ":" }))://")
      )
      #expect(!run.error.contains("secret"))
    }
  }

  @Test(arguments: ["postgres://db/notes", "postgresql:///notes?host=/run/postgresql", "postgres://"])
  func `the address of a database is that of a store, which needs no home directory`(address: String) async throws {
    var program = program
    program.environment = [:]
    #expect(await program.run("server", "stats", "--store", address).status == .success)
    #expect(try ServerStoreLocation(address) == .database(DatabaseAddress(address)))
  }

  @Test func `a path may contain a colon`() async {
    #expect(await program.run("server", "stats", "--store", "./postgres://x").status == .success)
    #expect(await program.run("server", "stats", "--store", "a:b/server.sqlite").status == .success)
  }
}
