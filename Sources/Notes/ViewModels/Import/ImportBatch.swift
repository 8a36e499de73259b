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
  /// The signs that a document is a file that is gone, the strongest first.
  enum Kinship: Sendable, Hashable {
    /// The document names the note of the file.
    case note
    /// It has the content and the name of the file in another folder, or its path in another form of Unicode.
    case name
    /// It has the content of the file.
    case content
  }

  /// The content of a file and the end of its path.
  private struct ContentName: Sendable, Hashable {
    let digest: ContentDigest
    let names: [String]

    init(_ path: String, _ digest: ContentDigest, names count: Int) {
      self.digest = digest
      names = path.pathNames.suffix(count).map { String($0) }
    }
  }

  /// The notes of documents. Another document of the same note, such as a copied file, becomes a new note.
  private(set) var claimed: Set<NoteID> = []
  private let records: [PathKey: ImportRecord]
  private var missingByPath: [PathKey: ImportRecord]
  // A moved folder has as many missing records as documents.
  private let pathsByNote: [NoteID: [PathKey]]
  private let pathsByDigest: [ContentDigest: [PathKey]]
  private let pathsByName: [ContentName: [PathKey]]
  // By two names: many folders may have an equal file of one name.
  private let pathsByNames: [ContentName: [PathKey]]
  // Composed and decomposed forms of a path are equal as texts.
  private let pathsByForm: [String: [PathKey]]
  /// The positions of the last new files with the names of files that are gone.
  private let lastNamesakes: [String: Int]
  /// The contents of which several files are gone, and one whose note was edited: which of them a document is, is not guessed.
  private var ambiguous: Set<ContentDigest> = []
  /// The number of files that were read.
  var read = 0

  /// Begins without assignments.
  ///
  /// - Parameter entries: The files of the import in their order, each with whether it has no record.
  init(missing: [ImportRecord], entries: some Sequence<(path: String, isNew: Bool)>) {
    records = Dictionary(missing.map { (PathKey($0.path), $0) }) { first, _ in first }
    missingByPath = records
    func paths<Key: Hashable>(by key: (ImportRecord) -> Key) -> [Key: [PathKey]] {
      Dictionary(grouping: missing, by: key).mapValues { $0.map { PathKey($0.path) } }
    }
    pathsByNote = paths(by: \.note)
    pathsByDigest = paths(by: \.digest)
    pathsByName = paths { ContentName($0.path, $0.digest, names: 1) }
    pathsByNames = paths { ContentName($0.path, $0.digest, names: 2) }
    pathsByForm = paths(by: \.path)
    let names = Set(missing.map { AttachmentFolder.name(in: $0.path) })
    var namesakes: [String: Int] = [:]
    for (index, entry) in entries.enumerated() where !names.isEmpty && entry.isNew {
      let name = AttachmentFolder.name(in: entry.path)
      if names.contains(name) { namesakes[name] = index }
    }
    lastNamesakes = namesakes
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

  /// Returns the records of the files that are gone and had the content of a document, if there are several of that content.
  func rivals(for documents: some Sequence<MarkdownDocument>) -> [ImportRecord] {
    Set(documents.map(\.digest)).compactMap { pathsByDigest[$0] }.filter { $0.count > 1 }.joined()
      .compactMap { missingByPath[$0] }
  }

  /// Returns the record of the file that was renamed to a document. It is not missing any more. O(number of missing files of that
  /// note, content or name).
  ///
  /// - Parameters:
  ///   - kinship: What tells that it is the same file. Each document gets the file that one kind tells before any gets one that a
  ///     weaker kind does.
  ///   - named: The notes that other documents name.
  ///   - edited: The notes with rivals that are not as their files were. One of them is not chosen among several, since another
  ///     choice would give other texts to the files.
  mutating func takeRenamed(
    to document: MarkdownDocument, by kinship: Kinship, except named: Set<NoteID>, edited: Set<NoteID> = []
  ) -> ImportRecord? {
    let record = renamed(to: document, by: kinship, except: named, edited: edited)
    if let record { missingByPath[PathKey(record.path)] = nil }
    return record
  }

  private mutating func renamed(
    to document: MarkdownDocument, by kinship: Kinship, except named: Set<NoteID>, edited: Set<NoteID>
  ) -> ImportRecord? {
    func free(_ paths: [PathKey]?) -> some Sequence<ImportRecord> {
      (paths ?? []).lazy.compactMap { [missingByPath] in missingByPath[$0] }.filter { [claimed] record in
        !claimed.contains(record.note) && (record.note == document.id || !named.contains(record.note))
      }
    }
    func only(_ records: [ImportRecord]) -> ImportRecord? {
      records.count > 1 && records.contains { edited.contains($0.note) } ? nil : records.first
    }
    switch kinship {
    case .note: return free(document.id.flatMap { pathsByNote[$0] }).first { _ in true }
    case .name:
      let near = Array(free(pathsByNames[ContentName(document.path, document.digest, names: 2)]))
      let namesakes =
        near.isEmpty ? Array(free(pathsByName[ContentName(document.path, document.digest, names: 1)])) : near
      return only(namesakes.closest(to: document.path)) ?? free(pathsByForm[document.path]).first { _ in true }
    case .content:
      // A file of its name that is still to be read is more likely to be the one.
      let equal = free(pathsByDigest[document.digest]).lazy.filter { [lastNamesakes, read] record in
        lastNamesakes[AttachmentFolder.name(in: record.path)].map { $0 < read } ?? true
      }
      guard !edited.isEmpty else { return equal.first { _ in true } }
      guard !ambiguous.contains(document.digest) else { return nil }
      let records = Array(equal)
      guard only(records) == nil, records.count > 1 else { return records.first }
      ambiguous.insert(document.digest)
      return nil
    }
  }

  /// Returns whether the file of a note is gone.
  func isMissing(_ note: NoteID) -> Bool { pathsByNote[note]?.contains { missingByPath[$0] != nil } ?? false }

  /// Returns the record of the missing file of a note, which is not missing any more; `nil` if there is none.
  mutating func takeMissing(of note: NoteID) -> ImportRecord? {
    let path = pathsByNote[note]?.first { missingByPath[$0] != nil }
    return path.flatMap { missingByPath.removeValue(forKey: $0) }
  }
}

extension [ImportRecord] {
  /// Returns the records whose paths end in the most names of another path.
  fileprivate func closest(to path: String) -> [ImportRecord] {
    guard count > 1 else { return self }
    let names = path.pathNames.reversed()
    let shared = map { zip($0.path.pathNames.reversed(), names).prefix { $0 == $1 }.count }
    let most = shared.max() ?? 0
    return zip(self, shared).filter { $0.1 == most }.map(\.0)
  }
}
