import NotesDomain

/// Keeps a folder and the store in step, both ways, while other programs edit both.
///
/// Each round imports the folder and then brings it in step with the notes: what an import and an export merge, keep and leave alone
/// is decided there. Between the rounds it waits for a change on either side, and until the changes pause, since an editor may be
/// in the middle of a file.
///
/// A file that is gone is not believed at once, since some programs remove a file before they write it anew: the note goes to the
/// trash only if the file is still gone after ``Settings/patience``. Many of them at once are more likely a disk that is not
/// mounted, or another branch, than a wish; then it stops, and asks.
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
  ///   - acceptingDeletions: Whether the first round removes any number of notes and files.
  ///   - report: Called after each round.
  /// - Throws: ``MirrorError``, and the errors of imports and exports.
  @concurrent
  package func run(
    _ directory: String, once isOnce: Bool = false, acceptingDeletions: Bool = false,
    report: @Sendable (MirrorRound) async throws -> Void
  ) async throws {
    try await createFolder(directory)
    // Asked for before the first round, so that no change is between the two.
    let signals = ChangeSignals()
    let (fileChanges, storeChanges) = (try files.changes(in: directory), store.changes())
    let forwarding = [
      Task { for await _ in fileChanges { signals.tell() } },
      Task { for await change in storeChanges where change.contains(.notes) { signals.tell() } },
    ]
    defer { for task in forwarding { task.cancel() } }
    var (accepts, missing) = (acceptingDeletions, nil as Set<String>?)
    while !Task.isCancelled {
      let round: MirrorRound
      do {
        round = try await self.round(directory, acceptingDeletions: accepts, knownMissing: missing)
      } catch StoreError.locked {
        // Another program writes for long. Nothing is lost by waiting for it.
        try? await clock.sleep(for: settings.patience)
        continue
      }
      try await report(round)
      missing = round.isIncomplete ? round.missing : nil
      if isOnce, !round.isIncomplete { return }
      if !round.isIncomplete { accepts = false }
      if round.isIncomplete {
        try? await clock.sleep(for: settings.patience)
      } else {
        await waitForChange(signals)
      }
    }
  }

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

  /// Returns the path under which a folder would have been recorded.
  private func canonicalPath(ofMissing directory: String) -> String {
    let names = directory.pathNames.filter { !$0.isEmpty }
    let parent = (directory.utf8.first == UInt8(ascii: "/") ? "/" : "") + names.dropLast().joined(separator: "/")
    let canonical = (try? folder.canonicalPath(of: parent.isEmpty ? "." : parent)) ?? parent
    return (canonical == "/" ? "" : canonical) + "/" + (names.last.map(String.init) ?? "")
  }

  /// Imports the folder, and brings it in step with the notes.
  ///
  /// - Parameter knownMissing: The files that were gone in the round before; `nil` after a round that was complete.
  private func round(
    _ directory: String, acceptingDeletions: Bool, knownMissing: Set<String>?
  ) async throws -> MirrorRound {
    var round = MirrorRound(imported: try await imported(directory, mirroring: false))
    round.missing = Set(round.imported.missing)
    if !round.missing.isEmpty {
      let total = round.imported.total + round.missing.count
      if round.imported.total == 0 { throw MirrorError.emptyFolder(path: directory, files: total) }
      if !acceptingDeletions, settings.asks(about: round.missing.count, of: total) {
        throw MirrorError.missingFiles(path: directory, count: round.missing.count, total: total)
      }
      // An export would write them again.
      guard let knownMissing, round.missing.isSubset(of: knownMissing) else { return round }
      let again = try await imported(directory, mirroring: true)
      round.imported.count(again)
    }
    let exported = try await exported(directory, acceptingDeletions: acceptingDeletions)
    if exported.heldRemovals > 0 {
      throw MirrorError.removedNotes(
        path: directory, count: exported.heldRemovals,
        total: exported.total + exported.heldRemovals)
    }
    round.exported = exported
    return round
  }

  private func imported(_ directory: String, mirroring: Bool) async throws -> ImportReport {
    let last = LastReport(ImportReport())
    try await importer.importNotes(from: directory, mirroring: mirroring) { last.value = $0 }
    return last.value
  }

  private func exported(_ directory: String, acceptingDeletions: Bool) async throws -> ExportReport {
    let last = LastReport(ExportReport())
    let settings = settings
    try await exporter.mirror(
      to: directory, adopting: true,
      mayRemove: { acceptingDeletions || !settings.asks(about: $0, of: $1) }
    ) { last.value = $0 }
    return last.value
  }

  /// Waits for a change, and then until the changes pause.
  private func waitForChange(_ signals: ChangeSignals) async {
    guard await signals.next(within: nil, on: clock) else { return }
    var waited = Duration.zero
    while waited < settings.longestDelay, !Task.isCancelled,
      await signals.next(within: settings.pause, on: clock)
    {
      waited += settings.pause
    }
  }
}

/// A round of a mirror.
package struct MirrorRound: Sendable, Hashable {
  /// The import of the folder.
  package var imported: ImportReport
  /// The export to the folder; `nil` if files are gone, and may come back in a moment.
  package var exported: ExportReport?
  /// The files that are gone.
  var missing: Set<String> = []

  package init(imported: ImportReport, exported: ExportReport? = nil) {
    self.imported = imported
    self.exported = exported
  }

  /// Whether another round has to follow, although nothing changes.
  package var isIncomplete: Bool { exported == nil }
}

/// A reason for which a mirror stops and asks. Nothing was removed on either side.
package enum MirrorError: Error, Sendable, Hashable {
  /// The folder has no files any more.
  case emptyFolder(path: String, files: Int)
  /// Many files are gone, whose notes would go to the trash.
  case missingFiles(path: String, count: Int, total: Int)
  /// Many notes are gone, whose files would be removed.
  case removedNotes(path: String, count: Int, total: Int)
}
