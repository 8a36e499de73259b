import Foundation
import NotesDomain
import NotesTestSupport
import Testing

/// Folders in which a mirror was killed at random times, and that are then imported.
@Suite(.serialized) struct InterruptedMirrorTests {
  private static let seed: UInt64 = 20_260_314
  private static let notes = 200
  private static let kills = Thoroughness.runs(6, ofAll: 40)

  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  /// Adds the notes, which have no files.
  private func addNotes() throws {
    let lines = (1...Self.notes).map { #"{"title":"n\#($0)","body":"text \#($0)","notebook":"K"}"# }
    let run = try notesctl.run("import", "-", input: lines.joined(separator: "\n"))
    #expect(run.status == 0, "\(run.error)")
  }

  /// Mirrors the notes to a folder, which is created, and returns how long it takes in microseconds.
  private func mirror(to path: String) throws -> Int {
    let start = ContinuousClock.now
    let run = try notesctl.run("export", "--mirror", path)
    #expect(run.status == 0, "\(run.error)")
    return Int((ContinuousClock.now - start) / .microseconds(1))
  }

  private func killMirror(to path: String, after microseconds: Int) throws {
    let running = try notesctl.start(["export", "--mirror", path])
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) { running.kill() }
    _ = try running.wait()
  }

  /// Imports what a killed mirror left, and completes it.
  private func expectNothingDoubled(in path: String, _ comment: Comment) throws {
    let run = try notesctl.run("import", "--mirror", path)
    #expect(run.status == 0, "\(comment): \(run.error)")
    for options in [[], ["--all"]] {
      #expect(try notesctl.start(["list", "--count"] + options).wait().output == "\(Self.notes)\n", comment)
    }
    _ = try mirror(to: path)
    let files = FileManager.default.subpaths(atPath: folder.path + "/" + path) ?? []
    #expect(files.count { $0.hasSuffix(".md") } == Self.notes, comment)
  }

  @Test func `a first mirror that was killed doubles no note, moves none to the trash, and is completed`() throws {
    var random = SplitMix64(seed: Self.seed)
    try addNotes()
    let whole = try mirror(to: "whole")
    for round in 0..<Self.kills {
      let path = "out\(round)"
      try FileManager.default.createDirectory(atPath: folder.path + "/" + path, withIntermediateDirectories: false)
      try killMirror(to: path, after: Int.random(in: whole / 3...whole * 5 / 4, using: &random))
      try expectNothingDoubled(in: path, "seed \(Self.seed), round \(round)")
    }
  }

  @Test func `a mirror of moved notes that was killed doubles no note, moves none to the trash, and is completed`()
    throws
  {
    var random = SplitMix64(seed: Self.seed)
    try addNotes()
    let whole = try mirror(to: "out")
    for round in 0..<Self.kills {
      let (from, to) = round.isMultiple(of: 2) ? ("K", "L") : ("L", "K")
      #expect(try notesctl.run("notebooks", "rename", from, to).status == 0)
      try killMirror(to: "out", after: Int.random(in: whole / 3...whole * 5 / 4, using: &random))
      try expectNothingDoubled(in: "out", "seed \(Self.seed), round \(round)")
    }
  }
}
