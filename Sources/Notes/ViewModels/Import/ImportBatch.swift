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

/// The notes and records that the documents of an import have been assigned to so far.
struct ImportAssignments: Sendable {
  /// The notes of documents. Another document of the same note, such as a copied file, becomes a new note.
  private(set) var claimed: Set<NoteID> = []
  private let records: [PathKey: ImportRecord]
  private var missingByPath: [PathKey: ImportRecord]
  // A moved folder has as many missing records as documents.
  private let pathsByNote: [NoteID: [PathKey]]
  private let pathsByDigest: [ContentDigest: [PathKey]]
  // Composed and decomposed forms of a path are equal as texts.
  private let pathsByForm: [String: [PathKey]]

  init(missing: [ImportRecord]) {
    records = Dictionary(missing.map { (PathKey($0.path), $0) }) { first, _ in first }
    missingByPath = records
    func paths<Key: Hashable>(by key: (ImportRecord) -> Key) -> [Key: [PathKey]] {
      Dictionary(grouping: missing, by: key).mapValues { $0.map { PathKey($0.path) } }
    }
    pathsByNote = paths(by: \.note)
    pathsByDigest = paths(by: \.digest)
    pathsByForm = paths(by: \.path)
  }

  /// The recorded files that are gone, except those that were found under another name, sorted by path.
  var missing: [ImportRecord] { missingByPath.values.sorted { $0.path < $1.path } }

  mutating func claim(_ note: NoteID) { claimed.insert(note) }

  /// Takes back the assignment of a document that the store refused.
  mutating func release(_ item: ImportItem) {
    claimed.remove(item.note.id)
    // A record of another folder may end, too.
    guard let record = item.obsolete, records[PathKey(record.path)] == record else { return }
    missingByPath[PathKey(record.path)] = record
  }

  /// Returns the record of the file that was renamed to a document: of the same note, with the same content, or with the same
  /// name in another form of Unicode. It is not missing any more. O(number of missing files of that note, content or name).
  ///
  /// - Parameter named: The notes that other documents name.
  mutating func takeRenamed(to document: MarkdownDocument, except named: Set<NoteID>) -> ImportRecord? {
    let candidates =
      (document.id.flatMap { pathsByNote[$0] } ?? []) + (pathsByDigest[document.digest] ?? [])
      + (pathsByForm[document.path] ?? [])
    let path = candidates.first { path in
      guard let note = missingByPath[path]?.note else { return false }
      return !claimed.contains(note) && (note == document.id || !named.contains(note))
    }
    return path.flatMap { missingByPath.removeValue(forKey: $0) }
  }

  /// Returns whether the file of a note is gone.
  func isMissing(_ note: NoteID) -> Bool { pathsByNote[note]?.contains { missingByPath[$0] != nil } ?? false }

  /// Returns the record of the missing file of a note, which is not missing any more; `nil` if there is none.
  mutating func takeMissing(of note: NoteID) -> ImportRecord? {
    let path = pathsByNote[note]?.first { missingByPath[$0] != nil }
    return path.flatMap { missingByPath.removeValue(forKey: $0) }
  }
}
