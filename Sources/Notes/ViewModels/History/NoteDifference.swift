package import NotesDomain

/// What makes two versions of a note differ.
package struct NoteDifference: Sendable, Hashable {
  /// Something about a note that can differ, beside its text.
  package enum Field: String, Sendable, Hashable, CaseIterable {
    /// The line that lists show.
    case title
    /// The tags that were set.
    case tags
    /// The notebook.
    case notebook
    /// Whether lists show the note first.
    case pinned
    /// Whether the note is kept out of lists.
    case archived
    /// Whether, and since when, the note is in the trash.
    case trashed
    /// When the note was first written.
    case created
    /// The lines that are written back on export.
    case frontMatter
    /// The files that belong to the note.
    case attachments
  }

  /// The one version; `nil` where there was no note.
  package let old: Note?
  /// The other version; `nil` where there was no note.
  package let new: Note?
  /// What differs beside the text; nothing where one version is no note.
  package let fields: [Field]
  /// Where the texts differ, in lines.
  package let hunks: [DiffHunk]

  /// Compares two versions. O(length), and see ``LineDiff`` for texts that differ much.
  ///
  /// - Parameters:
  ///   - old: The one version.
  ///   - new: The other version.
  package init(from old: Note?, to new: Note?) {
    (self.old, self.new) = (old, new)
    hunks = LineDiff.hunks(from: TextLines(old?.body ?? ""), to: TextLines(new?.body ?? ""))
    guard let old, let new else {
      fields = []
      return
    }
    fields = Field.allCases.filter { old.differs(from: new, in: $0) }
  }

  /// How many lines came.
  package var addedLines: Int { hunks.map(\.new.count).reduce(0, +) }

  /// How many lines went.
  package var removedLines: Int { hunks.map(\.old.count).reduce(0, +) }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { (old == nil) == (new == nil) && fields.isEmpty && hunks.isEmpty }
}

extension Note {
  /// By bytes, as notes are compared: two spellings of an accent are two texts.
  fileprivate func differs(from other: Note, in field: NoteDifference.Field) -> Bool {
    switch field {
    case .title: !title.utf8.elementsEqual(other.title.utf8)
    case .tags: tags != other.tags
    case .notebook: notebook != other.notebook
    case .pinned: isPinned != other.isPinned
    case .archived: isArchived != other.isArchived
    case .trashed: trashed != other.trashed
    case .created: created != other.created
    case .frontMatter: !foreignFrontMatter.utf8.elementsEqual(other.foreignFrontMatter.utf8)
    case .attachments: attachments != other.attachments
    }
  }
}
