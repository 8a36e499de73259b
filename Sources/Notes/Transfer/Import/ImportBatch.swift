import NotesDomain

/// The comparison of imported documents with the store.
struct ImportBatch: Sendable {
  /// The result for a document.
  enum Outcome: Sendable, Hashable {
    /// The document became a new note.
    case added
    /// The note has the document's later content.
    case updated
    /// The file of the note was renamed or moved.
    case renamed
    /// The note has the changes of the file and those that were made here.
    case merged
    /// The file and the note were changed in the same lines, or would be too large together; the document became a new note in
    /// a conflict.
    case conflicting
    /// The file or its note is unchanged.
    case unchanged
    /// The file came back, and with it the note, which an import had moved to the trash when the file was gone.
    case restored
    /// The file is new here, and its note is in the trash by a person's wish. Both are left alone.
    case inTrash
    /// The file was imported before, and its note was purged since.
    case purged
    /// The attachments of the document cannot be read.
    case skipped
  }

  /// The notes to store.
  private(set) var items: [ImportItem] = []
  /// The outcomes by the paths of the documents.
  private(set) var outcomes: [PathKey: Outcome] = [:]
  /// The documents that are left out, since their attachments cannot be imported.
  var problems: [MarkdownFileError] = []
  /// The linked files that cannot be attached. The texts of their documents are imported.
  var unattached: [MarkdownFileError] = []

  /// Adds the outcomes and problems of another batch, whose notes are stored, without those of some paths.
  mutating func add(_ other: ImportBatch, except paths: Set<PathKey>) {
    outcomes.merge(other.outcomes.filter { !paths.contains($0.key) }) { $1 }
    problems += other.problems.filter { !paths.contains(PathKey($0.path)) }
    unattached += other.unattached.filter { !paths.contains(PathKey($0.path)) }
  }

  mutating func set(_ outcome: Outcome, for document: MarkdownDocument, item: ImportItem? = nil) {
    outcomes[PathKey(document.path)] = outcome
    if let item { items.append(item) }
  }

  /// Leaves a document out for a problem.
  mutating func skip(_ document: MarkdownDocument, _ problem: MarkdownFileError) {
    problems.append(problem)
    set(.skipped, for: document)
  }
}
