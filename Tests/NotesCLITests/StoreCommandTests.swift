import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct StoreCommandTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Tea")])
  private var program: Program { Program(fakes: fakes) }

  @Test func `a backup is not overwritten without --force`() async throws {
    let made = await program.run("store", "backup", "/b.sqlite")
    #expect(
      made.error == """
        Backed up 1 note with 0 earlier versions and 0 attachments to /b.sqlite.  To restore them: notesctl store restore FILE

        """)
    #expect(made.status == .success && made.output.isEmpty)
    let again = await program.run("store", "backup", "/b.sqlite")
    #expect(again.status == .cannotCreate && again.error.contains("overwrite it with --force"))
    #expect(await program.run("store", "backup", "--force", "/b.sqlite").status == .success)
  }

  @Test func `a restore asks, and names the previous store`() async throws {
    _ = await program.run("store", "backup", "/b.sqlite")
    try await fakes.repository.insert([.sample(2)])
    let refused = await program.run("store", "restore", "/b.sqlite")
    #expect(refused.status == .usage && fakes.repository.all.count == 2)
    let no = await Program(fakes: fakes, answers: ["n"], isInputTerminal: true).run("store", "restore", "/b.sqlite")
    #expect(no.error.hasSuffix("Nothing was changed.\n") && fakes.repository.all.count == 2)
    let yes = await Program(fakes: fakes, answers: ["y"], isInputTerminal: true).run("store", "restore", "/b.sqlite")
    #expect(yes.error.hasSuffix("Restored 1 note from /b.sqlite.  The previous store is in replaced-1\n"))
    #expect(yes.status == .success && fakes.repository.all.count == 1)
  }

  @Test func `a restore of a device that syncs says what the next sync does`() async throws {
    try await fakes.repository.write { transaction in
      var state = SyncState(device: DeviceID(bits: 1))
      state.epoch = Epoch(bits: 1)
      try transaction.save(state: state)
    }
    _ = await program.run("store", "backup", "/b.sqlite")
    let run = await program.run("store", "restore", "/b.sqlite", "--force")
    #expect(run.error.contains("deletes what was deleted since the backup, unless: notesctl sync --keep-deleted\n"))
  }

  @Test func `a damaged attachment is reported with status 65`() async throws {
    fakes.blobs.damage(fakes.blobs.keep([1, 2, 3]))
    let run = await program.run("store", "backup", "/b.sqlite")
    #expect(run.status == .data && run.error.contains("damaged  1 attachment in /b.sqlite; all else is intact."))
  }

  @Test(arguments: [
    (MaintenanceError.inUse(path: "/s"), NotesCLI.ExitStatus.tryAgain, "sync watch"),
    (.sameFile(path: "/s"), .usage, "/s is the store itself"),
    (
      .missing(path: "/b.sqlite"), .noInput, "no such backup: /b.sqlite\n  use a file created by: notesctl store backup"
    ),
    (.missing(path: "/s"), .noInput, "no notes at /s"),
    (.store(.notAStore(path: "/b.sqlite")), .data, "is not a backup of notes\n  use a file created by"),
    (.store(.corrupt(path: "/b.sqlite", detail: "?")), .data, "the backup /b.sqlite is damaged: ?"),
    (.store(.newerVersion(path: "/b.sqlite", found: 9, supported: 3)), .data, "newer notesctl"),
  ])
  func `a failed restore is reported with the remedy`(
    error: MaintenanceError, status: NotesCLI.ExitStatus, message: String
  ) async {
    fakes.storeMaintenance.failure = error
    let run = await program.run("store", "restore", "/b.sqlite", "--force")
    #expect(run.status == status && run.error.contains(message), "\(run.error)")
  }

  @Test func `the store is rebuilt`() async {
    let run = await program.run("store", "rebuild")
    #expect(run.status == .success && run.error == "Rebuilt the store.\n" && fakes.storeMaintenance.rebuilds == 1)
  }

  @Test func `a purge that leaves traces says how to remove them`() async throws {
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.trashed = FixedClock.start }
    fakes.storeMaintenance.failure = .store(.locked(path: "/s"))
    let run = await program.run("purge", "--all", "--force")
    #expect(run.status == .success && run.error.hasPrefix("Permanently deleted 1 note.\n"))
    #expect(run.error.contains("To remove them: notesctl store rebuild"))
  }

  @Test func `a store that a reading command does not find is reported with the remedy`() async {
    fakes.repository.failure = .missing(path: "/mistyped/notes.sqlite")
    let run = await program.run("list")
    #expect(run.status == .noInput)
    #expect(
      run.error == """
        notesctl: no notes at /mistyped/notes.sqlite
          check --data-dir and NOTESCTL_DATA_DIR
          'notesctl add' creates a store there

        """)
  }

  @Test(arguments: [
    (["list"], false), (["search", "x"], false), (["show", "1"], false), (["links", "1"], false), (["stats"], false),
    (["backlinks", "1"], false), (["orphans"], false), (["history"], false), (["diff", "1"], false),
    (["export", "x"], false), (["tags"], false), (["notebooks"], false), (["attachments"], false),
    (["attachments", "get", "1", "x"], false), (["conflicts"], false), (["conflicts", "show", "1"], false),
    (["sync", "status"], false), (["store", "backup", "x"], false), (["doctor"], false), (["encryption"], false),
    (["encryption", "enable"], true), (["add", "x"], true),
    (["import", "x"], true), (["sync"], true), (["store", "restore", "x"], true), (["today"], true),
  ])
  func `only commands that may write notes create a store`(arguments: [String], creates: Bool) throws {
    guard case .command(let command) = CommandLineReader.read(arguments) else {
      Issue.record("\(arguments) is no command")
      return
    }
    let invocation = try Invocation(command.needs, dataDirectory: nil, environment: ["HOME": "/home/ada"])
    #expect(invocation.createsStore == creates)
  }
}

@MainActor
@Suite struct DoctorCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  @Test func `a device that is well has status 0`() async {
    let run = await program.run("doctor")
    #expect(run.status == .success && run.error.isEmpty)
    #expect(
      run.output == """
        store     /notes.sqlite
        contents  3 notes, 2 earlier versions, 1 attachment
        versions  notesctl 0.1.0, SQLite 3.40.1, store 6

        note     this device is not signed in
                 to sync: notesctl login SERVER

        Nothing has to be done.

        """)
  }

  @Test func `a problem has status 1, with the command that mends it`() async {
    fakes.inspector.inspection.findings = [.exposed(path: "/it's/notes.sqlite", mode: 0o644, isFolder: false)]
    let run = await program.run("doctor")
    #expect(run.status == .exitCode && run.error.isEmpty)
    #expect(
      run.output.contains(
        """
        problem  other users can access /it's/notes.sqlite: its permissions are 644
                 chmod 600 '/it'\\''s/notes.sqlite'

        """))
    #expect(!run.output.contains("Nothing has to be done"))
  }

  @Test func `the findings are printed as JSON`() async {
    fakes.inspector.inspection.findings = [.wrongIndex(.words)]
    let run = await program.run("doctor", "--json", "--fields", "well,findings")
    #expect(run.status == .exitCode)
    #expect(
      run.output == """
        {
          "well": false,
          "findings": [
            {
              "severity": "problem",
              "kind": "index",
              "message": "the index of words does not fit the notes: some are not found",
              "fixes": [
                "notesctl store rebuild"
              ]
            },
            {
              "severity": "note",
              "kind": "not-signed-in",
              "message": "this device is not signed in",
              "fixes": [
                "to sync: notesctl login SERVER"
              ]
            }
          ]
        }

        """)
  }

  @Test func `all attachments are read on request`() async {
    _ = await program.run("doctor", "--deep")
    #expect(fakes.inspector.wasDeep)
  }

  @Test(arguments: [
    StoreFinding.noStore(path: "/n"), .unusable(.corrupt(path: "/n", detail: "x")), .wrongIndex(.links),
    .damagedAttachment(SampleBlob.abc.digest), .olderVersion(path: "/n", found: 5, supported: 6),
    .exposed(path: "/n", mode: 0o770, isFolder: true), .wrongOwner(path: "/n"), .leftover(path: "/n", bytes: 3),
    .replacedStore(path: "/n", bytes: 3), .lowSpace(path: "/n", freeBytes: 3),
    .noSpaceForCopy(path: "/n", freeBytes: 3, storeBytes: 4),
    .futureNotes(count: 1, last: SequentialNoteIDGenerator.id(1), time: FixedClock.start), .conflicts(1),
    .blockedNotes(1), .deletionBrake(DeletionBrake(deletions: 30, notes: 40)), .drafts(1), .notSignedIn,
    .setAsideVersions(1), .lockedVault, .unfinishedSealing(.encrypting), .unfinishedSealing(.rotating),
    .owedRecoveryCode,
    .credentials(.damaged(path: "/n")),
    .server(.transport(.unauthorized)), .clockDifference(.seconds(-500)),
  ])
  func `every finding has a message on one line, and something to do`(finding: StoreFinding) {
    let wording = FindingWording(finding)
    let message = wording.message.rendered(hasColor: false)
    #expect(!message.isEmpty && !message.contains("\n") && !message.hasSuffix("."))
    #expect(!wording.fixes.isEmpty)
  }

  @Test func `control characters of a path are not printed`() async {
    fakes.inspector.inspection.findings = [.leftover(path: "/a\u{1B}[31m\u{202E}b", bytes: 1)]
    let run = await program.run("doctor")
    #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }
}
