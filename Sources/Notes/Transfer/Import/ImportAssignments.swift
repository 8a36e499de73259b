import NotesDomain

/// The notes and records that the documents of an import have been assigned to so far.
///
/// A folder that moved has as many missing records as documents, and all of them may have one content: each lookup takes
/// constant time on average, but for the number of names of the path.
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

  /// The content of a file and the end of its path; the empty one is that of all files.
  private struct ContentName: Sendable, Hashable {
    let digest: ContentDigest
    let end: String
  }

  /// The notes of documents. Another document of the same note, such as a copied file, becomes a new note.
  private(set) var claimed: Set<NoteID> = []
  /// The files of earlier imports that are gone.
  private let records: [ImportRecord]
  /// Whether the files are missing still, and are not those of documents.
  private var isFree: [Bool]
  private let positions: [PathKey: Int]
  private let positionsByNote: [NoteID: [Int]]
  // Composed and decomposed forms of a path are equal as texts.
  private let positionsByForm: [String: [Int]]
  /// The records of each content, and those of them whose paths have an end in common.
  private var pools: [ContentName: FilePool] = [:]
  /// The records among them whose notes are not as their files were. One of them is not chosen among several, since another
  /// choice would give other texts to the files.
  private var edited: [ContentName: FilePool] = [:]
  /// The contents of which the edited notes are known.
  private var surveyed: Set<ContentDigest> = []
  /// The positions of the last new files with the names of the files that are gone; -1 for none.
  private let lastNamesakes: [Int]
  /// The contents of which several files are gone, and one whose note was edited: which of them a document is, is not guessed.
  private var ambiguous: Set<ContentDigest> = []
  /// The number of files that were read.
  var read = 0

  /// Begins without assignments.
  ///
  /// - Parameter entries: The files of the import in their order, each with whether it has no record.
  init(missing: [ImportRecord], entries: some Sequence<(path: String, isNew: Bool)>) {
    records = missing
    isFree = Array(repeating: true, count: missing.count)
    positions = Dictionary(missing.indices.map { (PathKey(missing[$0].path), $0) }) { first, _ in first }
    positionsByNote = Dictionary(grouping: missing.indices) { missing[$0].note }
    positionsByForm = Dictionary(grouping: missing.indices) { missing[$0].path }
    let names = Set(missing.map { AttachmentFolder.name(in: $0.path) })
    var namesakes: [String: Int] = [:]
    for (index, entry) in entries.enumerated() where !names.isEmpty && entry.isNew {
      let name = AttachmentFolder.name(in: entry.path)
      if names.contains(name) { namesakes[name] = index }
    }
    let last = missing.map { namesakes[AttachmentFolder.name(in: $0.path)] ?? -1 }
    lastNamesakes = last
    for position in missing.indices {
      for end in Self.ends(of: missing[position].path) {
        pools[ContentName(digest: missing[position].digest, end: end), default: FilePool()].append(position)
      }
    }
    // Those that can be chosen by their content come first.
    let byTime = missing.indices.sorted { (last[$0], $0) < (last[$1], $1) }
    for position in byTime {
      pools[ContentName(digest: missing[position].digest, end: ""), default: FilePool()].append(position)
    }
  }

  /// Returns the ends of a path by its names, the longest first.
  private static func ends(of path: String) -> [String] {
    let names = path.pathNames
    return names.indices.map { names[$0...].joined(separator: "/") }
  }

  /// The recorded files that are gone, except those that were found under another name, sorted by path.
  var missing: [ImportRecord] {
    records.indices.filter { isFree[$0] }.map { records[$0] }.sorted { $0.path < $1.path }
  }

  mutating func claim(_ note: NoteID) { claimed.insert(note) }

  /// Assigns a document to another note than the one that it names.
  mutating func claim(_ note: NoteID, insteadOf former: NoteID) {
    claimed.remove(former)
    claimed.insert(note)
  }

  /// Takes back the assignment of a document that the store refused, since its note was changed.
  mutating func release(_ item: ImportItem) {
    claimed.remove(item.note.id)
    // A record of another folder may end, too.
    guard let record = item.obsolete, let position = positions[PathKey(record.path)], records[position] == record else {
      return
    }
    isFree[position] = true
    for end in Self.ends(of: record.path) + [""] {
      let key = ContentName(digest: record.digest, end: end)
      let isInOrder = { [lastNamesakes] (first: Int, second: Int) in
        end.isEmpty
          ? (lastNamesakes[first], first) < (lastNamesakes[second], second) : first < second
      }
      pools[key]?.putBack(position, inOrder: isInOrder)
      edited[key, default: FilePool()].putBack(position, inOrder: isInOrder)
    }
  }

  /// Returns the records of the files that are gone and had the content of a document, if there are several of that content. Each
  /// content is asked for once.
  mutating func rivals(for documents: some Sequence<MarkdownDocument>) -> [ImportRecord] {
    var rivals: [ImportRecord] = []
    for digest in Set(documents.map(\.digest)) {
      guard let pool = pools[ContentName(digest: digest, end: "")], pool.count > 1,
        surveyed.insert(digest).inserted
      else { continue }
      rivals += pool.positions.lazy.filter { [isFree] in isFree[$0] }.map { [records] in records[$0] }
    }
    return rivals
  }

  /// Notes the rivals whose notes are not as their files were.
  mutating func setEdited(_ rivals: some Sequence<ImportRecord>) {
    let found = rivals.compactMap { [positions] in positions[PathKey($0.path)] }
    for position in found.sorted(by: { [lastNamesakes] in (lastNamesakes[$0], $0) < (lastNamesakes[$1], $1) }) {
      for end in Self.ends(of: records[position].path) + [""] {
        edited[ContentName(digest: records[position].digest, end: end), default: FilePool()].append(position)
      }
    }
  }

  /// Returns the record of the file that was renamed to a document. It is not missing any more.
  ///
  /// - Parameters:
  ///   - kinship: What tells that it is the same file. Each document gets the file that one kind tells before any gets one that a
  ///     weaker kind does.
  ///   - named: The notes that other documents name.
  mutating func takeRenamed(
    to document: MarkdownDocument, by kinship: Kinship, except named: Set<NoteID>
  ) -> ImportRecord? {
    guard let position = renamed(to: document, by: kinship, except: named) else { return nil }
    isFree[position] = false
    return records[position]
  }

  private mutating func renamed(
    to document: MarkdownDocument, by kinship: Kinship, except named: Set<NoteID>
  ) -> Int? {
    func canHave(_ position: Int) -> Bool {
      let note = records[position].note
      return isFree[position] && !claimed.contains(note) && (note == document.id || !named.contains(note))
    }
    switch kinship {
    case .note: return document.id.flatMap { positionsByNote[$0] }?.first(where: canHave)
    case .name:
      // The files whose paths end in the most names of the document's.
      for end in Self.ends(of: document.path) {
        let key = ContentName(digest: document.digest, end: end)
        let found = free(in: key, for: document, except: named, before: .max)
        guard let first = found.first else { continue }
        if found.isClear { return first }
        break
      }
      return positionsByForm[document.path]?.first(where: canHave)
    case .content:
      guard !ambiguous.contains(document.digest) else { return nil }
      // A file of its name that is still to be read is more likely to be the one.
      let key = ContentName(digest: document.digest, end: "")
      let found = free(in: key, for: document, except: named, before: read)
      if found.isClear { return found.first }
      ambiguous.insert(document.digest)
      return nil
    }
  }

  /// Returns the first record of a pool that a document can have, and whether it is the only one, or no note of them was edited.
  ///
  /// - Parameter read: The number of files before which the last namesake of the record's file is.
  private mutating func free(
    in key: ContentName, for document: MarkdownDocument, except named: Set<NoteID>, before read: Int
  ) -> (first: Int?, isClear: Bool) {
    let (records, isFree, claimed, lastNamesakes) = (records, isFree, claimed, lastNamesakes)
    func first(_ count: Int, in pool: inout FilePool?) -> [Int] {
      pool?.first(count) { position in
        let note = records[position].note
        if !isFree[position] || claimed.contains(note) { return .gone }
        if lastNamesakes[position] >= read { return .later }
        return note == document.id || !named.contains(note) ? .free : .reserved
      } ?? []
    }
    guard let position = first(1, in: &pools[key]).first else { return (nil, true) }
    let isClear = first(1, in: &edited[key]).isEmpty || first(2, in: &pools[key]).count == 1
    return (position, isClear)
  }

  /// Returns whether the file of a note is gone.
  func isMissing(_ note: NoteID) -> Bool { positionsByNote[note]?.contains { isFree[$0] } ?? false }

  /// Returns the record of the missing file of a note, which is not missing any more; `nil` if there is none.
  mutating func takeMissing(of note: NoteID) -> ImportRecord? {
    guard let position = positionsByNote[note]?.first(where: { isFree[$0] }) else { return nil }
    isFree[position] = false
    return records[position]
  }
}
