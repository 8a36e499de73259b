import NotesDomain
import NotesTransfer
import NotesViewModels

/// The lines of a mirror: one for each round that changed something, and each problem once.
@MainActor
final class MirrorReport {
  private let directory: String
  private let isOnce: Bool
  private let times: TimeText
  private let wallClock: any WallClock
  private let console: any Console
  private var isBegun = false
  /// The problems of the last round.
  private var problems: Set<StyledText> = []
  /// The files that the last round left alone, since they were edited.
  private var edited: Set<String> = []

  init(directory: String, isOnce: Bool, times: TimeText, wallClock: any WallClock, console: any Console) {
    self.directory = directory
    self.isOnce = isOnce
    self.times = times
    self.wallClock = wallClock
    self.console = console
  }

  /// Whether the last round left something out.
  var hasProblems: Bool { !problems.isEmpty }

  func show(_ state: MirrorState) throws {
    guard let round = state.round else { return }
    let time = times.short(wallClock.now())
    let exported = round.exported
    let changes = Self.changes(of: round.imported) + Self.changes(of: exported)
    if !changes.isEmpty { try console.write("\(.dim, time)  \(raw: changes.joined(separator: ", ")).\n", to: .notice) }
    for file in round.imported.elsewhere {
      try console.write(
        "\(.dim, time)  \(file.path) was deleted, and is there again, since \(file.other) is equal; 'notesctl delete' removes the note\n",
        to: .notice)
    }
    var lines = round.imported.problems.map(\.text)
    // One that is edited at this moment is taken in by the next round.
    lines += exported.edited.filter { isOnce || edited.contains($0) }.map { path -> StyledText in
      "\(path): it was changed meanwhile, or is not recorded, and was left alone"
    }
    lines += exported.unwritable.map { file -> StyledText in "\(file.path): cannot be written: \(file.reason)" }
    lines += exported.linked.map { path -> StyledText in
      "\(path): a symbolic link leads to it, and links are not followed"
    }
    lines += exported.missing.map { file -> StyledText in "\(file.note): the file “\(file.name)” is not on this device"
    }
    for line in lines where !problems.contains(line) {
      try console.write("\(.dim, time)  \(.failure, "skipped")  \(line)\n", to: .error)
    }
    (problems, edited) = (Set(lines), Set(exported.edited))
    if !isBegun, !isOnce {
      try console.write(
        "\(.dim, time)  \(directory) has \(.count(exported.total, "note")). Ctrl-C ends the mirror.\n", to: .notice)
    }
    isBegun = true
  }

  /// The changes that an import made to the notes.
  private static func changes(of report: ImportReport) -> [String] {
    [
      (report.added, "new from files"), (report.updated, "updated from files"), (report.renamed, "renamed"),
      (report.merged, "merged"), (report.conflicting, "in conflict (see 'notesctl conflicts')"),
      (report.restored, "restored from the trash"), (report.trashed, "moved to the trash"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// The changes that an export made to the files.
  private static func changes(of report: ExportReport) -> [String] {
    let leftAlone = report.edited.count + report.linked.count + report.heldBack.count + report.unwritable.count
    let written = report.finished - report.unchanged - leftAlone
    return [(written, "written to files"), (report.removed, written > 0 ? "removed" : "files removed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }
}
