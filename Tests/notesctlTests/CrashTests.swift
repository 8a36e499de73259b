import Foundation
import NotesDomain
import NotesTestSupport
import Testing

/// The store after the program was killed at random times.
@Suite(.serialized) struct CrashTests {
  private static let seed: UInt64 = 20_260_314
  private static let kills = Thoroughness.runs(40, ofAll: 200)

  @Test func `acknowledged notes survive kills during add`() throws {
    let folder = TemporaryFolder()
    let notesctl = Executable(folder: folder)
    var random = SplitMix64(seed: Self.seed)
    var acknowledged: Set<String> = []
    for round in 0..<Self.kills {
      // Two processes at a time: one may be inside a transaction while the other is killed.
      let running = try (0..<2).map { try notesctl.start(["add", "round \(round) number \($0)"]) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int.random(in: 0...30_000, using: &random))) {
        running[0].kill()
      }
      for program in running {
        let ending = try program.wait()
        let id = ending.output.trimmingCharacters(in: .newlines)
        if id.count == 36 { acknowledged.insert(id) }
      }
    }
    let kept = try ids(notesctl)
    #expect(acknowledged.isSubset(of: kept), "seed \(Self.seed): lost \(acknowledged.subtracting(kept))")
    #expect(acknowledged.count >= Self.kills, "the second program of each round is never killed")
    #expect(try notesctl.run("search", "round").status == 0)
  }

  @Test func `a killed import is completed by repeating it, without lost or duplicate notes`()
    throws
  {
    let folder = TemporaryFolder()
    let notesctl = Executable(folder: folder)
    var random = SplitMix64(seed: Self.seed)
    for number in 0..<3000 {
      try folder.write(Data("# Note \(number)\n".utf8), to: "vault/\(number % 17)/\(number).md")
    }
    var before: Set<String> = []
    for _ in 0..<Self.kills {
      let running = try notesctl.start(["import", "vault"])
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int.random(in: 0...80_000, using: &random))) {
        running.kill()
      }
      _ = try running.wait()
      let now = try ids(notesctl)
      #expect(before.isSubset(of: now), "seed \(Self.seed)")
      before = now
    }
    #expect(try notesctl.run("import", "vault").status == 0)
    let titles = try notesctl.run("list", "--jsonl", "--fields", "title").output.split(separator: "\n")
    #expect(titles.count == 3000 && Set(titles).count == 3000, "seed \(Self.seed)")
  }

  @Test func `a killed restore leaves one of both stores, and the other beside it`() throws {
    let folder = TemporaryFolder()
    let notesctl = Executable(folder: folder)
    var random = SplitMix64(seed: Self.seed)
    #expect(try notesctl.run("add", "old").status == 0)
    #expect(try notesctl.run("store", "backup", "backup.sqlite").status == 0)
    let old = try ids(notesctl)
    // The replacement is at the end of a run, which takes longer on a busy machine.
    let start = ContinuousClock.now
    #expect(try notesctl.run("store", "restore", "backup.sqlite", "--force").status == 0)
    let whole = ContinuousClock.now - start
    let longest = Int(whole / .microseconds(1)) * 3 / 2
    var (killed, completed) = (0, 0)
    for round in 0..<60 {
      #expect(try notesctl.run("add", "new \(round)").status == 0)
      let before = try ids(notesctl)
      let running = try notesctl.start(["store", "restore", "backup.sqlite", "--force"])
      let delay = Int.random(in: 0...longest, using: &random)
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { running.kill() }
      let ending = try running.wait()
      let now = try ids(notesctl)
      #expect(now == old || now == before, "seed \(Self.seed), round \(round)")
      if ending.status == 0 {
        completed += 1
        #expect(now == old)
      } else {
        killed += 1
      }
      #expect(try notesctl.run("doctor").output.contains("problem") == false)
    }
    #expect(killed > 0 && completed > 0, "seed \(Self.seed): \(killed) killed, \(completed) completed")
    #expect(try notesctl.run("store", "restore", "backup.sqlite", "--force").status == 0)
    #expect(try ids(notesctl) == old)
  }

  private func ids(_ notesctl: Executable) throws -> Set<String> {
    let run = try notesctl.run("list", "--jsonl", "--fields", "id")
    #expect(run.status == 0, "\(run.error)")
    return Set(run.output.split(separator: "\n").map { String($0.dropFirst(7).dropLast(2)) })
  }
}
