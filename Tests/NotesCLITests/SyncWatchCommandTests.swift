import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct SyncWatchCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  private func summary(received: Int = 0, copied: Int = 0) -> SyncSummary {
    var summary = SyncSummary()
    (summary.received, summary.copied) = (received, copied)
    return summary
  }

  @Test func `each sync that did something has a line, others none`() async {
    fakes.sleeper.cancel(at: 4)
    for received in [0, 2, 0, 1] { fakes.synchronizer.answerNext(with: .success(summary(received: received))) }
    let run = await program.run("sync", "watch")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(
      run.error == """
        2026-03-14 09:26  Sent 0 changes, received 2.
        2026-03-14 09:26  Sent 0 changes, received 1.

        """)
  }

  @Test func `a failure is told once, and that it has passed`() async {
    fakes.sleeper.cancel(at: 8)
    for detail in ["no route", "timed out", "no route"] {
      fakes.synchronizer.answerNext(with: .failure(.transport(.unreachable(detail: detail))))
    }
    let run = await program.run("sync", "watch")
    #expect(
      run.error == """
        2026-03-14 09:26  Not synced: the server cannot be reached: no route.
        2026-03-14 09:26  All is well again.

        """)
  }

  @Test func `a brake is told once, with both commands`() async {
    fakes.sleeper.cancel(at: 3)
    fakes.synchronizer.currentStatus.brake = DeletionGuard(deletions: 30, notes: 40)
    let run = await program.run("sync", "watch")
    #expect(run.error.ranges(of: "Not synced").count == 1)
    #expect(run.error.contains("--accept-deletions") && run.error.contains("--keep-deleted"))
  }

  @Test func `conflicts are told when they are made`() async {
    fakes.sleeper.cancel(at: 2)
    fakes.synchronizer.currentStatus.conflicts = 1
    fakes.synchronizer.answerNext(with: .success(summary(received: 1, copied: 1)))
    #expect(await program.run("sync", "watch").error.ranges(of: "notesctl conflicts").count == 1)
  }

  @Test func `a failure that waiting does not mend ends it with its status`() async {
    // Were it not to end, it would end here.
    fakes.sleeper.cancel(at: 3)
    fakes.synchronizer.failure = .transport(.notConfigured)
    let run = await program.run("sync", "watch")
    #expect(run.status == .configuration && run.error.contains("--mock-network FILE"))
  }

  @Test func `a device that is revoked while it waits ends it with its status`() async {
    fakes.sleeper.cancel(at: 9)
    fakes.changes.change(.vault)
    fakes.synchronizer.answerNext(with: .success(summary()))
    fakes.synchronizer.failure = .transport(.unauthorized)
    let run = await program.run("sync", "watch", "--every", "3600")
    #expect(run.status == .permission && run.error.contains("the server does not know this device"))
    #expect(fakes.sleeper.pauses.isEmpty)
  }

  @Test func `the interval is what was said, else a minute`() async {
    fakes.sleeper.cancel(at: 1)
    _ = await program.run("sync", "watch", "--every", "300")
    _ = await program.run("sync", "watch")
    #expect(
      (300_000...360_000).contains(fakes.sleeper.pauses[0]) && (60_000...72_000).contains(fakes.sleeper.pauses[1]))
  }

  @Test(arguments: ["0", "-1", "604801", "soon"])
  func `an interval that makes no sense is refused`(seconds: String) async {
    #expect(await program.run("sync", "watch", "--every", seconds).status == .usage)
  }
}
