/// The three-way merge of two versions of a note, field by field.
///
/// Changes of one side are applied, and texts are merged by lines (``LineMerge``). Text is never dropped: where that
/// would be necessary, the merge fails, and likewise where the result would exceed a limit of a note. An edit wins over moving to the trash. No clock decides anything.
///
/// The merge is symmetric, except where both sides changed one of these in different ways: theirs wins for the
/// notebook, the name of the note's file, the time in the trash, the creation time, the order of the tags, and the name of an
/// attachment.
package enum NoteMerge {
  /// Merges two versions. O(length); see ``LineDiff`` for texts with many differences.
  ///
  /// - Parameters:
  ///   - base: The common ancestor; `nil` when it is unknown, in which case only versions of equal content merge.
  ///   - theirs: The other version, whose identifier the result has.
  /// - Returns: The merged note; `nil` when both changed the same text, or the result exceeds a limit.
  package static func merge(base: Note?, ours: Note, theirs: Note) -> Note? {
    if ours.hasSameContent(as: theirs) { return theirs }
    guard let base else { return mergeWithoutBase(ours, theirs) }
    if ours.hasSameContent(as: base) { return theirs }
    if theirs.hasSameContent(as: base) { return ours.copied(as: theirs.id) }
    guard
      let body = LineMerge.merge(base: base.body, ours: ours.body, theirs: theirs.body),
      let title = title(base: base, ours: ours, theirs: theirs, mergedBody: body),
      let foreignFrontMatter = LineMerge.merge(
        base: base.foreignFrontMatter, ours: ours.foreignFrontMatter, theirs: theirs.foreignFrontMatter),
      let attachments = AttachmentMerge.merge(
        base: base.attachments, ours: ours.attachments, theirs: theirs.attachments)
    else { return nil }
    let merged = Note(
      id: theirs.id, title: title, body: body, tags: tags(base: base.tags, ours: ours.tags, theirs: theirs.tags),
      notebook: changed(base: base.notebook, ours: ours.notebook, theirs: theirs.notebook),
      fileName: changed(base: base.fileName, ours: ours.fileName, theirs: theirs.fileName),
      isPinned: changed(base: base.isPinned, ours: ours.isPinned, theirs: theirs.isPinned),
      isArchived: changed(base: base.isArchived, ours: ours.isArchived, theirs: theirs.isArchived),
      trashed: trashed(base: base, ours: ours, theirs: theirs),
      created: changed(base: base.created, ours: ours.created, theirs: theirs.created),
      modified: max(ours.modified, theirs.modified), foreignFrontMatter: foreignFrontMatter,
      attachments: attachments)
    return merged.excess(over: [ours, theirs]) == nil ? merged : nil
  }

  /// Merges two versions that differ in times only. When one of them is in the trash, the result is not, which loses
  /// nothing.
  private static func mergeWithoutBase(_ ours: Note, _ theirs: Note) -> Note? {
    var merged = ours.copied(as: theirs.id)
    merged.created = theirs.created
    merged.modified = theirs.modified
    merged.trashed = theirs.trashed
    guard merged.hasSameContent(as: theirs) else { return nil }
    merged.modified = max(ours.modified, theirs.modified)
    if ours.trashed == nil { merged.trashed = nil }
    return merged
  }

  /// Returns theirs, unless only ours changed.
  private static func changed<Value: Equatable>(base: Value, ours: Value, theirs: Value) -> Value {
    theirs == base ? ours : theirs
  }

  /// Returns theirs, unless only ours changed, be it in its bytes alone: otherwise two devices would not get the same note.
  private static func changed(base: String, ours: String, theirs: String) -> String {
    theirs.hasSameBytes(as: base) ? ours : theirs
  }

  private static func changed(base: Notebook, ours: Notebook, theirs: Notebook) -> Notebook {
    theirs.path.hasSameBytes(as: base.path) ? ours : theirs
  }

  /// Merges the titles. A title that is derived from the text loses against a title that a person set. When both are
  /// derived, the result is derived from the merged text, which contains both.
  private static func title(base: Note, ours: Note, theirs: Note, mergedBody: String) -> String? {
    if ours.title.hasSameBytes(as: theirs.title) { return theirs.title }
    let oursFollows = ours.title == NoteTitle.derived(from: ours.body)
    let theirsFollows = theirs.title == NoteTitle.derived(from: theirs.body)
    if oursFollows, theirsFollows { return NoteTitle.derived(from: mergedBody) }
    if ours.title.hasSameBytes(as: base.title) { return theirs.title }
    if theirs.title.hasSameBytes(as: base.title) { return ours.title }
    if oursFollows { return theirs.title }
    return theirsFollows ? ours.title : nil
  }

  /// Returns theirs without the tags that ours removed, followed by the tags that ours added.
  private static func tags(base: [Tag], ours: [Tag], theirs: [Tag]) -> [Tag] {
    if theirs.haveSameBytes(as: base) { return ours }
    let (known, own, other) = (Set(base), Set(ours), Set(theirs))
    return theirs.filter { own.contains($0) || !known.contains($0) }
      + ours.filter { !known.contains($0) && !other.contains($0) }
  }

  private static func trashed(base: Note, ours: Note, theirs: Note) -> Timestamp? {
    if ours.trashed == theirs.trashed { return theirs.trashed }
    if ours.trashed == base.trashed { return ours.differsInContent(from: base) ? nil : theirs.trashed }
    if theirs.trashed == base.trashed { return theirs.differsInContent(from: base) ? nil : ours.trashed }
    // One side restored the note, or both moved it to the trash.
    return ours.trashed == nil ? nil : theirs.trashed
  }
}

extension Note {
  /// Returns whether two notes are equal byte for byte except for their identifiers.
  fileprivate func hasSameContent(as other: Note) -> Bool {
    self == other.copied(as: id)
  }

  /// Returns whether the text, the tags or the attachments of two notes differ.
  func differsInContent(from other: Note) -> Bool {
    !title.hasSameBytes(as: other.title) || !body.hasSameBytes(as: other.body) || !tags.haveSameBytes(as: other.tags)
      || !foreignFrontMatter.hasSameBytes(as: other.foreignFrontMatter) || attachments != other.attachments
  }
}

/// The three-way merge of the attachments of a note, by name.
///
/// Changes of one side are applied. A file that one side replaced and the other removed remains. When both sides added
/// different files under one name, theirs remains under the name and ours gets a number: only an explicit removal drops
/// a file.
package enum AttachmentMerge {
  /// Merges the attachments of two versions; `nil` when there are more than ``Attachment/maximumCount``. O(n log n).
  package static func merge(base: [Attachment], ours: [Attachment], theirs: [Attachment]) -> [Attachment]? {
    let merged = union(base: base, ours: ours, theirs: theirs)
    return merged.count <= Attachment.maximumCount ? merged : nil
  }

  /// Merges the attachments of two versions, however many there are. The store refuses a note with too many. O(n log n).
  package static func union(base: [Attachment], ours: [Attachment], theirs: [Attachment]) -> [Attachment] {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    let (before, own, other) = (base.byName, ours.byName, theirs.byName)
    var merged: [[UInt8]: Attachment] = [:]
    var renamed: [Attachment] = []
    for name in Set(own.keys).union(other.keys) {
      let (first, second) = (own[name], other[name])
      if first == second || second == before[name] {
        merged[name] = first
      } else {
        merged[name] = second ?? first
        if let first, second != nil, first != before[name] { renamed.append(first) }
        if second == nil, first == before[name] { merged[name] = nil }
      }
    }
    // Sorted, so that the result is deterministic.
    for attachment in renamed.inOrderOfNames() {
      let copy = attachment.numbered { name in merged[name] }
      merged[copy.nameBytes] = copy
    }
    return Array(merged.values).inOrderOfNames()
  }
}

extension Attachment {
  /// Returns the file under its own name, or the first of `plan (2).pdf`, `plan (3).pdf` and so on that no other file has.
  package func renamed(beside others: [Attachment]) -> Attachment {
    guard others.named(name) != nil else { return self }
    let others = others.byName
    return numbered { name in others[name] }
  }

  /// Returns the file under the first of `plan (2).pdf`, `plan (3).pdf` and so on that no other file has.
  ///
  /// - Parameter other: Returns the other file with a name, which is given as bytes.
  func numbered(beside other: ([UInt8]) -> Attachment?) -> Attachment {
    var number = 2
    while let copy = Attachment(name: Self.name(name, numbered: number), digest: digest, size: size, path: path) {
      if other(copy.nameBytes).map({ $0 == copy }) ?? true { return copy }
      number += 1
    }
    return self
  }

  /// Inserts a number before the extension of a name, and shortens the rest to the maximum length.
  private static func name(_ name: String, numbered number: Int) -> String {
    let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { dot in
      dot > name.startIndex && name[dot...].utf8.count <= longestEnding ? dot : nil
    }
    let suffix = " (\(number))" + name[(dot ?? name.endIndex)...]
    // By scalars: a single character may be as long as a name.
    var stem = name[..<(dot ?? name.endIndex)].unicodeScalars
    while Substring(stem).utf8.count + suffix.utf8.count > maximumNameBytes { stem.removeLast() }
    return String(stem) + suffix
  }

  /// The maximum length of an extension in bytes. A longer one is part of the name.
  private static var longestEnding: Int { 16 }
}
