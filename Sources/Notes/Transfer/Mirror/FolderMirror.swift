import NotesDomain

/// Keeps a folder and the store in step, both ways, while other programs edit both.
///
/// Each round imports the folder and then brings it in step with the notes: what an import and an export merge, keep and leave alone
/// is decided there. Between the rounds it waits for a change on either side, and until the changes pause, since an editor may be
/// in the middle of a file.
///
/// A file that is gone is not believed at once, since some programs remove a file before they write it anew: the note goes to the
/// trash only if the file is still gone in the round after, ``Settings/patience`` later. Until then the file is not written again
/// either. Many of them at once are more likely a disk that is not mounted, or another branch, than a wish; then it stops, and asks.
package struct FolderMirror: Sendable {
  /// The times and limits of a mirror.
  package struct Settings: Sendable, Hashable {
    /// The pause of the changes after which a round begins.
    package var pause = Duration.milliseconds(150)
    /// The time for which changes without a pause put a round off.
    package var longestDelay = Duration.seconds(2)
    /// The time for which a file has to be gone.
    package var patience = Duration.seconds(2)
    /// The number of deletions in a round up to which no question is asked.
    package var deletions = 20
    /// The part of all files, as a divisor, up to which no question is asked.
    package var deletedFraction = 4

    package init() {}

    /// Returns whether so many deletions need an answer. Few are allowed in any folder, and a part of many in a large one.
    func asks(about deletions: Int, of total: Int) -> Bool {
      deletions > self.deletions && deletions * deletedFraction > total
    }
  }

  let importer: FolderImporter
  let exporter: FolderExporter
  let folder: any MarkdownFolder
  let repository: any NoteRepository
  let files: any FolderObserver
  let store: any StoreObserver
  let clock: any Clock<Duration>
  let settings: Settings

  /// Runs rounds until the task is cancelled.
  ///
  /// - Parameters:
  ///   - directory: The folder; created if missing, unless it was mirrored before.
  ///   - isOnce: Whether to end after the first round with which both sides agree.
  ///   - acceptingDeletions: Whether any number of notes and files may be removed until both sides agree.
  ///   - report: Called after each round.
  /// - Throws: ``MirrorError``, and the errors of imports and exports.
  @concurrent
  package func run(
    _ directory: String, once isOnce: Bool = false, acceptingDeletions: Bool = false,
    report: @Sendable (MirrorRound) async throws -> Void
  ) async throws {
    try await createFolder(directory)
    // Once: a symbolic link that leads elsewhere meanwhile would make one vault of two.
    let root = try folder.canonicalPath(of: directory)
    try await checkPlace(of: root)
    // Asked for before the first round, so that no change is between the two.
    let signals = ChangeSignals()
    let (fileChanges, storeChanges) = (try files.changes(in: root), store.changes())
    let forwarding = [
      Task { for await _ in fileChanges { signals.tell() } },
      Task { for await change in storeChanges where change.contains(.notes) { signals.tell() } },
    ]
    defer { for task in forwarding { task.cancel() } }
    var course = Course(isAccepting: acceptingDeletions)
    while !Task.isCancelled {
      let round: MirrorRound
      do {
        round = try await self.round(of: root, &course)
      } catch StoreError.locked where !isOnce {
        // Another program writes for long. Nothing is lost by waiting for it.
        try? await clock.sleep(for: settings.patience)
        continue
      }
      try await report(round)
      if round.isIncomplete {
        try? await clock.sleep(for: settings.patience)
      } else if isOnce {
        return
      } else if await signals.next(within: nil, on: clock) {
        await signals.waitForPause(of: settings.pause, atMost: settings.longestDelay, on: clock)
      }
    }
  }

  /// The facts that a round leaves to the next one.
  private struct Course {
    /// Whether any number of deletions is accepted.
    var isAccepting: Bool
    /// The files that were gone. Those that still are, are deleted.
    var gone: Set<PathKey> = []
    /// The files that went between the import and the export.
    var heldBack: Set<PathKey> = []
    /// The number of notes that went to the trash in the rounds in which files were gone, one after the other.
    var deletions = 0
  }

  /// Imports the folder, and brings it in step with the notes.
  private func round(of root: String, _ course: inout Course) async throws -> MirrorRound {
    let imported = try await importer.importNotes(from: root, deletions: .only(course.gone))
    let missing = Set(imported.missing.map(PathKey.init))
    let gone = Set(imported.deletable.map(PathKey.init))
    if imported.total == 0, !missing.isEmpty { throw MirrorError.emptyFolder(path: root, files: missing.count) }
    course.deletions = gone.isEmpty ? 0 : course.deletions + imported.trashed
    let (deletions, total) = (course.deletions + gone.count, imported.total + missing.count + course.deletions)
    if !course.isAccepting, settings.asks(about: deletions, of: total) {
      throw MirrorError.missingFiles(path: root, count: deletions, total: total)
    }
    // What was held back and is not missed now was missed by no import: it is written.
    let restored = missing.union(course.heldBack).subtracting(gone)
    let (settings, isAccepting) = (settings, course.isAccepting)
    let exported = try await exporter.mirror(
      to: root,
      after: PrecedingImport(restored: restored) { isAccepting || !settings.asks(about: $0, of: $1) })
    if exported.heldRemovals > 0 {
      throw MirrorError.removedNotes(
        path: root, count: exported.heldRemovals, total: exported.total + exported.heldRemovals)
    }
    (course.gone, course.heldBack) = (gone, Set(exported.heldBack.map(PathKey.init)).subtracting(gone))
    let round = MirrorRound(imported: imported, exported: exported)
    if !round.isIncomplete { course.isAccepting = false }
    return round
  }
}

extension FolderMirror {
  /// Creates the folder if there is none. One that was mirrored and is gone is a mistake, or a disk that is not there.
  private func createFolder(_ directory: String) async throws {
    guard isMissing(directory) else { return }
    let known = try await repository.importedFolders()
    let path = canonicalPath(ofMissing: directory)
    if known.contains(where: { $0.hasSameBytes(as: path) }) { throw MarkdownFolderError.missing(path: directory) }
    try folder.prepare(directory, replacing: true)
  }

  private func isMissing(_ directory: String) -> Bool {
    do throws(MarkdownFolderError) {
      _ = try folder.canonicalPath(of: directory)
      return false
    } catch {
      return error == .missing(path: directory)
    }
  }

  /// Returns the path under which a folder would have been recorded, by the innermost folder on the way to it that exists.
  private func canonicalPath(ofMissing directory: String) -> String {
    let start = directory.utf8.first == UInt8(ascii: "/") ? "/" : ""
    let names = directory.pathNames.filter { !$0.isEmpty && $0 != "." }
    for count in names.indices.reversed() {
      let parent = start + names[..<count].joined(separator: "/")
      if let canonical = try? folder.canonicalPath(of: parent.isEmpty ? "." : parent) {
        return (canonical == "/" ? "" : canonical) + "/" + names[count...].joined(separator: "/")
      }
    }
    return start + names.joined(separator: "/")
  }

  /// Checks that a folder is no part of one that was imported, under whose path its files are recorded: an export would not know them.
  private func checkPlace(of root: String) async throws {
    let imported = try await repository.importedFolders()
    if imported.contains(where: { $0.hasSameBytes(as: root) }) { return }
    if let outer = imported.first(where: { root.isInside($0) }) { throw MirrorError.inside(path: root, outer: outer) }
  }
}

/// A round of a mirror.
package struct MirrorRound: Sendable, Hashable {
  /// The import of the folder.
  package let imported: ImportReport
  /// The export to the folder.
  package let exported: ExportReport

  package init(imported: ImportReport, exported: ExportReport) {
    self.imported = imported
    self.exported = exported
  }

  /// Whether another round has to follow, although nothing changes: files are gone, and may come back in a moment.
  package var isIncomplete: Bool { !imported.deletable.isEmpty || !exported.heldBack.isEmpty }
}

/// A reason for which a mirror stops and asks.
package enum MirrorError: Error, Sendable, Hashable {
  /// The folder has no files any more.
  case emptyFolder(path: String, files: Int)
  /// Many files are gone, whose notes would go to the trash.
  case missingFiles(path: String, count: Int, total: Int)
  /// Many notes are gone, whose files would be removed.
  case removedNotes(path: String, count: Int, total: Int)
  /// The folder is a part of another one that was imported, and whose records have its files.
  case inside(path: String, outer: String)
}
