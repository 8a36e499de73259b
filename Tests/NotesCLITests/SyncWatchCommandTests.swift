import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI
@testable import NotesViewModels

@MainActor
@Suite struct SyncWatchCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  private func summary(received: Int = 0, copied: Int = 0) -> SyncSummary {
    var summary = SyncSummary()
    (summary.received, summary.copied) = (received, copied)
    return summary
  }

  @Test func `each sync that changed something has a line`() async {
    fakes.clock.cancel(at: 4)
    for received in [0, 2, 0, 1] { fakes.synchronizer.answerNext(with: .success(summary(received: received))) }
    let run = await program.run("sync", "watch")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(
      run.error == """
        2026-03-14 09:26  Sent 0 changes, received 2.
        2026-03-14 09:26  Sent 0 changes, received 1.

        """)
  }

  @Test func `it ends when nobody reads its lines any more`() async {
    // Given
    fakes.clock.cancel(at: 9)
    for received in [1, 2, 3] { fakes.synchronizer.answerNext(with: .success(summary(received: received))) }
    var program = program
    program.losesReader = true
    // When
    let run = await program.run("sync", "watch")
    // Then
    #expect(run.status == .success && run.error == "2026-03-14 09:26  Sent 0 changes, received 1.\n")
  }

  @Test func `a failure is reported once, and so is its end`() async {
    fakes.clock.cancel(at: 8)
    for detail in ["no route", "timed out", "no route"] {
      fakes.synchronizer.answerNext(with: .failure(.transport(.unreachable(detail: detail))))
    }
    let run = await program.run("sync", "watch")
    #expect(
      run.error == """
        2026-03-14 09:26  Sync failed: cannot reach the server: no route.
        2026-03-14 09:26  Sync resumed.

        """)
  }

  @Test func `a lost network is reported once, and so is its return`() throws {
    // Given
    let console = RecordingConsole()
    var report = WatchReport(times: TimeText(zone: UTC()), wallClock: FixedClock(), console: console)
    // When
    var state = SyncViewState()
    state.pause = .noNetwork
    for _ in 1...2 { try report.show(state) }
    state = SyncViewState(phase: .done, summary: SyncSummary(), status: SyncStatus(hasSynced: true, pending: 0))
    for _ in 1...2 { try report.show(state) }
    // Then
    #expect(
      console.error == """
        2026-03-14 09:26  Waiting for the network.
        2026-03-14 09:26  Sync resumed.

        """)
  }

  @Test func `another failure is reported, also one with the same status`() async {
    fakes.clock.cancel(at: 4)
    for error in [TransportError.unreachable(detail: "no route"), .rateLimited(retryAfter: nil)] {
      fakes.synchronizer.answerNext(with: .failure(.transport(error)))
    }
    let run = await program.run("sync", "watch")
    #expect(
      run.error.contains("cannot reach the server: no route.") && run.error.contains("rate limited by the server."))
  }

  @Test func `stopped deletions are reported once, with both commands`() async {
    fakes.clock.cancel(at: 3)
    fakes.synchronizer.currentStatus.deletionBrake = DeletionBrake(deletions: 30, notes: 40)
    let run = await program.run("sync", "watch")
    #expect(run.error.ranges(of: "Sync failed").count == 1)
    #expect(run.error.contains("--accept-deletions") && run.error.contains("--keep-deleted"))
  }

  @Test func `conflicts are reported when they arise`() async {
    fakes.clock.cancel(at: 2)
    fakes.synchronizer.currentStatus.conflicts = 1
    fakes.synchronizer.answerNext(with: .success(summary(received: 1, copied: 1)))
    #expect(await program.run("sync", "watch").error.ranges(of: "notesctl conflicts").count == 1)
  }

  @Test func `a failure that no retry can solve ends it with its status`() async {
    // A watch that did not end would be cancelled here.
    fakes.clock.cancel(at: 3)
    fakes.synchronizer.failure = .transport(.notConfigured)
    let run = await program.run("sync", "watch")
    #expect(run.status == .configuration && run.error.contains("--mock-network FILE"))
  }

  @Test func `a revocation while it waits ends it with its status`() async {
    fakes.clock.cancel(at: 9)
    fakes.changes.change(.vault)
    fakes.synchronizer.answerNext(with: .success(summary()))
    fakes.synchronizer.failure = .transport(.unauthorized)
    let run = await program.run("sync", "watch", "--every", "3600")
    #expect(run.status == .permission && run.error.contains("the server does not know this device"))
    #expect(fakes.clock.pauses.isEmpty)
  }

  @Test func `the interval is the one of --every, by default a minute`() async {
    fakes.clock.cancel(at: 1)
    _ = await program.run("sync", "watch", "--every", "300")
    _ = await program.run("sync", "watch")
    let ranges = [Duration.seconds(300)...(.seconds(360)), .seconds(60)...(.seconds(72))]
    #expect(fakes.clock.pauses.elementsEqual(ranges) { $1.contains($0) })
  }

  @Test(arguments: ["0", "-1", "604801", "soon"])
  func `an invalid interval is rejected`(seconds: String) async {
    #expect(await program.run("sync", "watch", "--every", seconds).status == .usage)
  }
}
