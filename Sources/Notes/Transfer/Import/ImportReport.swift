import NotesDomain

/// The result of an import, or of its finished part.
package struct ImportReport: Sendable, Hashable {
  /// Whether the files are the notes of an archive, and no files to the user.
  package var isArchive = false
  /// The number of files, or of notes of an archive.
  package var total = 0
  /// The number of processed ones.
  package var finished = 0
  /// The number of new notes.
  package var added = 0
  /// The number of notes that were updated from changed files.
  package var updated = 0
  /// The number of notes whose files were renamed or moved, and are unchanged otherwise.
  package var renamed = 0
  /// The number of notes that were merged with their changed files, since both had changed.
  package var merged = 0
  /// The number of changed files that could not be merged with their changed notes; each became a new note, in a conflict.
  package var conflicting = 0
  /// The number of files without changes.
  package var unchanged = 0
  /// The number of notes that came out of the trash, into which an import had moved them, since their files are back.
  package var restored = 0
  /// The paths of new files whose notes are in the trash, sorted. They are not recorded: a mirror would remove them.
  package var inTrash: [String] = []
  /// The paths of files whose notes were purged since they were imported, sorted.
  package var purged: [String] = []
  /// The paths of files that are gone since the last import, and whose notes were kept.
  package var missing: [String] = []
  /// The paths of files that are gone, and that the import would take for deleted, but was not told to.
  package var deletable: [String] = []
  /// The files that are gone, and are missed no more: their notes were kept, since other imported folders have equal files.
  package var elsewhere: [FileElsewhere] = []
  /// The number of notes that were moved to the trash, since their files are gone.
  package var trashed = 0
  /// The files that were not imported, in the order of their paths.
  package var problems: [MarkdownFileError] = []
  /// The files with front matter that could not be read, and was kept as it is.
  package var warnings: [MarkdownFileError] = []
  /// The files that imported notes link to, and that could not be attached.
  package var unattached: [MarkdownFileError] = []
  /// The notes and attachments of an archive that were left out or changed.
  package var archiveProblems: [ArchiveProblem] = []

  package init() {}

  mutating func add(_ batch: ImportBatch) {
    for (key, outcome) in batch.outcomes {
      switch outcome {
      case .added: added += 1
      case .updated: updated += 1
      case .renamed: renamed += 1
      case .merged: merged += 1
      case .conflicting: conflicting += 1
      case .unchanged: unchanged += 1
      case .restored: restored += 1
      case .inTrash: inTrash.append(key.path)
      case .purged: purged.append(key.path)
      case .skipped: break
      }
    }
    purged.sort()
    inTrash.sort()
    problems += batch.problems
    unattached += batch.unattached
  }
}

/// A file that is gone from its folder, and whose note has an equal file in another imported folder.
package struct FileElsewhere: Sendable, Hashable {
  /// The path inside the folder that the file left.
  package let path: String
  /// The absolute path of the equal file.
  package let other: String
}
