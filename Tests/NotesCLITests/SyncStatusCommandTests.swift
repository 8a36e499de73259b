import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct SyncStatusCommandTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Large"), .sample(2, title: "Full")])
  private var program: Program { Program(fakes: fakes) }

  private let crowded = SyncStatus(
    hasSynced: true, pending: 2,
    blocked: [
      SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(1), title: "Large", block: .refused(.tooLarge)),
      SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(2), title: "Full", block: .refused(.overQuota)),
      SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(3), title: nil, block: .unreadable),
      SyncStatus.Blocked(
        id: SequentialNoteIDGenerator.id(4), title: "Odd", block: .refused(PushRefusal(code: "odd\u{7}"))),
    ], deletionBrake: DeletionBrake(deletions: 30, notes: 40), conflicts: 1, lastSuccess: FixedClock.start)

  @Test func `all pending work is shown`() async throws {
    fakes.synchronizer.currentStatus = crowded
    try expectGolden(await program.run("sync", "status").output, named: "sync-status")
  }

  @Test func `a device without pending work shows little`() async throws {
    fakes.synchronizer.currentStatus = SyncStatus(hasSynced: true, pending: 0, lastSuccess: FixedClock.start)
    #expect(
      await program.run("sync", "status").output == "last sync   2026-03-14 09:26\npending     nothing\n")
  }

  @Test func `a device that never synced says so`() async throws {
    fakes.synchronizer.currentStatus.pending = 2
    #expect(await program.run("sync", "status").output == "last sync   never\npending     2 changes\n")
  }

  @Test func `the status is printed as JSON, with and without stopped deletions`() async throws {
    fakes.synchronizer.currentStatus = crowded
    try expectGolden(await program.run("sync", "status", "--json").output, named: "sync-status-json")
    fakes.synchronizer.currentStatus = SyncStatus(hasSynced: false, pending: 0)
    #expect(
      await program.run("sync", "status", "--jsonl").output
        == #"{"synced":false,"lastSuccess":null,"pending":0,"conflicts":0,"brake":null,"blocked":[],"account":null}"#
        + "\n")
  }

  @Test func `versions that are not used are told apart, with what to do`() async throws {
    fakes.synchronizer.currentStatus = SyncStatus(
      hasSynced: true, pending: 0,
      blocked: SetAsideVersion.Reason.allCases.map { reason in
        let id = SequentialNoteIDGenerator.id(UInt64(reason.rawValue))
        return SyncStatus.Blocked(id: id, title: "Tea", block: .unreadable, setAside: reason)
      }, lastSuccess: FixedClock.start)
    try expectGolden(await program.run("sync", "status").output, named: "sync-status-set-aside")
    let json = await program.run("sync", "status", "--jsonl", "--fields", "blocked").output
    for reason in ["not-authentic", "earlier-version", "unproven-deletion", "plain-text", "earlier-key"] {
      #expect(json.contains("\"reason\":\"\(reason)\""))
    }
  }

  @Test(arguments: [
    (SyncStatus(hasSynced: true, pending: 0, conflicts: 1), NotesCLI.ExitStatus.success),
    (SyncStatus(hasSynced: true, pending: 1), .exitCode),
    (SyncStatus(hasSynced: true, pending: 0, deletionBrake: DeletionBrake(deletions: 30, notes: 40)), .exitCode),
    (
      SyncStatus(
        hasSynced: true, pending: 0,
        blocked: [SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(1), title: nil, block: .unreadable)]), .exitCode
    ),
  ])
  func `with --exit-code the exit status tells whether work is pending`(
    status: SyncStatus, expected: NotesCLI.ExitStatus
  ) async {
    fakes.synchronizer.currentStatus = status
    #expect(await program.run("sync", "status", "--exit-code").status == expected)
    #expect(await program.run("sync", "status").status == .success)
  }

  @Test func `the server is not contacted`() async {
    _ = await program.run("sync", "status")
    #expect(fakes.synchronizer.requests.isEmpty)
  }
}
