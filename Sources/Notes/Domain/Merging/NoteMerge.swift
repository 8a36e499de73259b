/// The merge of two versions of a note that go back to one, field by field.
///
/// What one side changed, changes; texts are merged line by line (``LineMerge``). No text is ever dropped: where that would
/// be needed, there is no merge. Editing beats moving to the trash. No clock decides anything.
///
/// It does not matter which of the versions is called ours, except where both changed one of these differently: the
/// notebook, the moment of moving to the trash, and the moment of creation are theirs then, and so is the order of the tags,
/// and of two files of one name the one that keeps it.
package enum NoteMerge {
  /// Merges two versions. O(length), and see ``LineDiff`` for texts that differ much.
  ///
  /// - Parameters:
  ///   - base: What both go back to; `nil` when it is not known. Then only versions that say the same merge.
  ///   - ours: The one version.
  ///   - theirs: The other version, which gives the id.
  /// - Returns: The note with the changes of both; `nil` when they changed the same text.
  package static func merge(base: Note?, ours: Note, theirs: Note) -> Note? {
    if ours.hasSameContent(as: theirs) { return theirs }
    guard let base else { return mergeWithoutBase(ours, theirs) }
    if ours.hasSameContent(as: base) { return theirs }
    if theirs.hasSameContent(as: base) { return ours.copied(as: theirs.id) }
    guard
      let body = LineMerge.merge(base: base.body, ours: ours.body, theirs: theirs.body),
      let title = title(base, ours, theirs, mergedBody: body),
      let foreignFrontMatter = LineMerge.merge(
        base: base.foreignFrontMatter, ours: ours.foreignFrontMatter, theirs: theirs.foreignFrontMatter),
      let attachments = AttachmentMerge.merge(
        base: base.attachments, ours: ours.attachments, theirs: theirs.attachments)
    else { return nil }
    return Note(
      id: theirs.id, title: title, body: body, tags: tags(base.tags, ours.tags, theirs.tags),
      notebook: changed(base.notebook, ours.notebook, theirs.notebook),
      isPinned: changed(base.isPinned, ours.isPinned, theirs.isPinned),
      isArchived: changed(base.isArchived, ours.isArchived, theirs.isArchived),
      trashed: trashed(base, ours, theirs),
      created: changed(base.created, ours.created, theirs.created),
      modified: max(ours.modified, theirs.modified), foreignFrontMatter: foreignFrontMatter,
      attachments: attachments)
  }

  /// Two versions that differ in nothing but times. One that is in the trash and one that is not make one that is not: that
  /// loses nothing.
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

  /// Theirs, unless only ours changed.
  private static func changed<Value: Equatable>(_ base: Value, _ ours: Value, _ theirs: Value) -> Value {
    theirs == base ? ours : theirs
  }

  /// The title that one side changed. A title that merely follows its text gives way to one that a person gave, and where
  /// both follow, the merged text has the title: no words are lost, since they are in the text.
  private static func title(_ base: Note, _ ours: Note, _ theirs: Note, mergedBody: String) -> String? {
    if ours.title.hasSameBytes(as: theirs.title) { return theirs.title }
    let oursFollows = ours.title == NoteTitle.derived(from: ours.body)
    let theirsFollows = theirs.title == NoteTitle.derived(from: theirs.body)
    if oursFollows, theirsFollows { return NoteTitle.derived(from: mergedBody) }
    if ours.title.hasSameBytes(as: base.title) { return theirs.title }
    if theirs.title.hasSameBytes(as: base.title) { return ours.title }
    if oursFollows { return theirs.title }
    return theirsFollows ? ours.title : nil
  }

  /// Theirs, without those that ours took off, and with those that it put on at the end.
  private static func tags(_ base: [Tag], _ ours: [Tag], _ theirs: [Tag]) -> [Tag] {
    if theirs == base { return ours }
    return theirs.filter { ours.contains($0) || !base.contains($0) }
      + ours.filter { !base.contains($0) && !theirs.contains($0) }
  }

  private static func trashed(_ base: Note, _ ours: Note, _ theirs: Note) -> Timestamp? {
    if ours.trashed == theirs.trashed { return theirs.trashed }
    if ours.trashed == base.trashed { return ours.hasTextOtherThan(base) ? nil : theirs.trashed }
    if theirs.trashed == base.trashed { return theirs.hasTextOtherThan(base) ? nil : ours.trashed }
    // One took it out of the trash, or both put it in.
    return ours.trashed == nil ? nil : theirs.trashed
  }
}

extension Note {
  /// Whether two notes are the same to the last byte, but for their ids.
  fileprivate func hasSameContent(as other: Note) -> Bool {
    self == other.copied(as: id)
  }

  /// Whether somebody wrote something in the note, or attached or removed a file.
  func hasTextOtherThan(_ other: Note) -> Bool {
    !title.hasSameBytes(as: other.title) || !body.hasSameBytes(as: other.body) || tags != other.tags
      || !foreignFrontMatter.hasSameBytes(as: other.foreignFrontMatter) || attachments != other.attachments
  }
}
