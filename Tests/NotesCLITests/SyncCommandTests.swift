import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct SyncCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  private func summary(_ change: (inout SyncSummary) -> Void) {
    var summary = SyncSummary()
    change(&summary)
    fakes.synchronizer.summary = summary
  }

  @Test func `sync reports its result on one line`() async {
    summary { ($0.sent, $0.received, $0.merged, $0.deleted) = (3, 5, 1, 2) }
    let run = await program.run("sync")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "Sent 3 changes, received 5: 1 note merged, 2 notes deleted here.\n")
  }

  @Test func `a sync without changes says so`() async {
    #expect(await program.run("sync").error == "Already up to date.\n")
  }

  @Test func `a sync after which a change is pending does not claim to be up to date`() async {
    fakes.synchronizer.leftover = 1
    #expect(await program.run("sync").error == "Sent 0 changes, received 0.\n")
  }

  @Test func `sync prints JSON`() async throws {
    summary { ($0.sent, $0.copied) = (3, 1) }
    fakes.synchronizer.currentStatus.conflicts = 4
    try expectGolden(await program.run("sync", "--json").output, named: "sync-json")
    #expect(
      await program.run("sync", "--fields", "sent,conflicts", "--jsonl").output == #"{"sent":3,"conflicts":4}"# + "\n")
  }

  @Test(arguments: [
    ([], SyncRequest()), (["--accept-deletions"], SyncRequest(deletions: .accept)),
    (["--keep-deleted"], SyncRequest(deletions: .keep)), (["--retry-refused"], SyncRequest(retriesRefused: true)),
  ])
  func `options become the request`(options: [String], request: SyncRequest) async {
    #expect(await program.run(["sync"] + options).status == .success)
    #expect(await program.run(["sync", "now"] + options).status == .success)
    #expect(fakes.synchronizer.requests == [request, request])
  }

  @Test func `--accept-deletions and --keep-deleted cannot be used together`() async {
    #expect(await program.run("sync", "--accept-deletions", "--keep-deleted").status == .usage)
    #expect(fakes.synchronizer.requests.isEmpty)
  }

  @Test func `new conflicts are reported with the next command`() async {
    summary { ($0.received, $0.copied) = (1, 1) }
    fakes.synchronizer.currentStatus.conflicts = 1
    let run = await program.run("sync")
    #expect(run.status == .success)
    #expect(
      run.error == """
        Sent 0 changes, received 1: 1 note kept in two versions.
        1 note has conflicting changes; both versions were kept.  notesctl conflicts

        """)
  }

  @Test func `unresolved conflicts and skipped notes are reported each time`() async {
    fakes.synchronizer.currentStatus.conflicts = 2
    fakes.synchronizer.currentStatus.blocked = [blocked(1, .unreadable)]
    let run = await program.run("sync")
    #expect(run.status == .success)
    #expect(
      run.error == """
        Sent 0 changes, received 0.
        2 unresolved conflicts from earlier syncs.  notesctl conflicts
        1 note skipped.  notesctl sync status

        """)
  }

  @Test func `attachments that do not fit on the disk are reported, and the sync succeeds`() async {
    summary { ($0.received, $0.attachmentsWithoutSpace) = (1, 2) }
    let run = await program.run("sync")
    #expect(run.status == .success)
    #expect(
      run.error == """
        Sent 0 changes, received 1.
        2 attachments not downloaded: no space for such a file on the disk.  notesctl attachments

        """)
  }

  @Test(arguments: [
    (SyncError.transport(.notConfigured), NotesCLI.ExitStatus.configuration, "--mock-network FILE"),
    (.transport(.unreachable(detail: "no route")), .tryAgain, "cannot reach the server: no route"),
    (.transport(.untrusted(host: "a.example")), .configuration, "NOTESCTL_CA_FILE=FILE"),
    (.transport(.rateLimited(retryAfter: .milliseconds(1500))), .tryAgain, "try again in 2 s"),
    (.transport(.rateLimited(retryAfter: .seconds(3_600))), .tryAgain, "try again in 60 min"),
    (.transport(.rateLimited(retryAfter: .milliseconds(Int.max))), .tryAgain, "try again in"),
    (.transport(.unavailable(detail: "closed", retryAfter: nil)), .tryAgain, "server unavailable: closed"),
    (.transport(.unauthorized), .permission, "does not know this device"),
    (.transport(.refused(detail: "no")), .protocolError, "rejected the request: no"),
    (.transport(.misaddressed(detail: "status 404")), .protocolError, "something else answers at the address of"),
    (.transport(.unsupportedProtocol(found: 2, supported: 1)), .protocolError, "update notesctl"),
    (.transport(.unsupportedProtocol(found: 0, supported: 1)), .protocolError, "the server must be updated"),
    (.transport(.undecodable(detail: "cut off")), .protocolError, "invalid response from the server: cut off"),
    (.transport(.oversized(limit: 9)), .protocolError, "exceeds 9 bytes"),
    (.transport(.encryption(.locked)), .permission, "notesctl encryption unlock"),
    (.transport(.encryption(.keyring(.damaged))), .data, "are damaged"),
    (.transport(.encryption(.withheld(SequentialNoteIDGenerator.id(7)))), .protocolError, "8000-000000000007"),
    (
      .deletionBrake(DeletionBrake(deletions: 30, notes: 40)), .permission,
      "sync stopped: 30 of 40 notes were deleted on other devices"
    ),
    (.roundLimitReached(rounds: 9), .tryAgain, "after 9 rounds"), (.cancelled, .tryAgain, "the next sync resumes"),
    (.store(.locked(path: "/store")), .tryAgain, "the store /store is locked"),
    (.store(.diskFull(path: "/store")), .inputOutput, "no space left"),
  ])
  func `a failed sync reports the cause and the remedy, and exits with the status for it`(
    error: SyncError, status: NotesCLI.ExitStatus, message: String
  ) async {
    fakes.synchronizer.failure = error
    let run = await program.run("sync")
    #expect(run.status == status && run.output.isEmpty)
    #expect(
      run.error.hasPrefix("notesctl: ") && run.error.contains(message) && run.error.contains("\n  "), "\(run.error)")
  }

  @Test func `stopped deletions are reported with both commands that continue`() async {
    fakes.synchronizer.currentStatus.deletionBrake = DeletionBrake(deletions: 30, notes: 40)
    let error = await program.run("sync").error
    #expect(error.contains("notesctl sync --accept-deletions") && error.contains("notesctl sync --keep-deleted"))
  }

  @Test func `the text of the server is escaped`() async {
    fakes.synchronizer.failure = .transport(.unreachable(detail: "\u{1B}]0;owned\u{7}"))
    #expect(await program.run("sync").error.contains("^[]0;owned^G"))
  }

  @Test func `on a terminal the progress is shown and erased`() async {
    fakes.synchronizer.progress = [
      SyncProgress(.waiting(.milliseconds(2100), after: .unreachable(detail: "no route")), finished: 0, total: 0)
    ]
    let run = await Program(fakes: fakes, traits: StreamTraits(isTerminal: true)).run("sync")
    #expect(run.error.hasSuffix("\r\u{1B}[KAlready up to date.\n"))
  }

  private func blocked(_ number: UInt64, _ block: SyncBlock, title: String? = "Large") -> SyncStatus.Blocked {
    SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(number), title: title, block: block)
  }
}
