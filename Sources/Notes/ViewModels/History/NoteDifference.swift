package import NotesDomain

/// The difference between two versions of a note.
package struct NoteDifference: Sendable, Hashable {
  /// The properties besides the text.
  package enum Field: String, Sendable, Hashable, CaseIterable {
    case title
    case tags
    case notebook
    /// The name of the note's file.
    case file
    case pinned
    case archived
    case trashed
    case created
    /// The foreign front matter.
    case frontMatter
    case attachments
  }

  /// The older version; `nil` if there was no note.
  package let old: Note?
  /// The newer version; `nil` if there was no note.
  package let new: Note?
  /// The properties that differ; empty if one of the versions is `nil`.
  package let fields: [Field]
  /// The differences of the texts, in lines.
  package let hunks: [DiffHunk]

  /// Compares two versions.
  ///
  /// - Complexity: That of ``LineDiff``.
  package init(from old: Note?, to new: Note?) {
    (self.old, self.new) = (old, new)
    hunks = LineDiff.hunks(from: TextLines(old?.body ?? ""), to: TextLines(new?.body ?? ""))
    guard let old, let new else {
      fields = []
      return
    }
    fields = Field.allCases.filter { old.differs(from: new, in: $0) }
  }

  /// The number of added lines.
  package var addedLines: Int { hunks.map(\.new.count).reduce(0, +) }

  /// The number of removed lines.
  package var removedLines: Int { hunks.map(\.old.count).reduce(0, +) }

  /// Whether the versions are equal.
  package var isEmpty: Bool { (old == nil) == (new == nil) && fields.isEmpty && hunks.isEmpty }
}

extension Note {
  /// Compares a property. Texts are compared by bytes, as everywhere: canonically equivalent ones differ.
  fileprivate func differs(from other: Note, in field: NoteDifference.Field) -> Bool {
    switch field {
    case .title: !title.hasSameBytes(as: other.title)
    case .tags: !tags.haveSameBytes(as: other.tags)
    case .notebook: !notebook.path.hasSameBytes(as: other.notebook.path)
    case .file: !fileName.hasSameBytes(as: other.fileName)
    case .pinned: isPinned != other.isPinned
    case .archived: isArchived != other.isArchived
    case .trashed: trashed != other.trashed
    case .created: created != other.created
    case .frontMatter: !foreignFrontMatter.hasSameBytes(as: other.foreignFrontMatter)
    case .attachments: attachments != other.attachments
    }
  }
}
