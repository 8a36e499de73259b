import NotesDomain
import NotesViewModels

extension JSONFields<NoteSummary> {
  /// A note without its text, as printed by `list` and `search`.
  static var summary: Self {
    Self(
      ("id", { .string($0.id.description) }),
      ("title", { .string($0.title) }),
      ("tags", { .array($0.tags.map { .string($0.name) }) }),
      ("notebook", { .string($0.notebook.path) }),
      ("pinned", { .bool($0.isPinned) }),
      ("archived", { .bool($0.isArchived) }),
      ("trashed", { .optional($0.trashed?.iso8601) }),
      ("created", { .string($0.created.iso8601) }),
      ("modified", { .string($0.modified.iso8601) }))
  }
}

extension JSONFields<SearchHit> {
  /// A search result, as printed by `search`.
  static var hit: Self {
    JSONFields<NoteSummary>.summary.of(\.note) + Self(("snippet", { .string($0.snippet.map(\.text).joined()) }))
  }
}

extension JSONFields<Note> {
  /// A note with its text, as printed by `show`.
  static var note: Self {
    JSONFields<NoteSummary>.summary.of(\.summary)
      + Self(
        ("body", { .string($0.body) }), ("attachments", { JSONValue.attachments($0.attachments) }),
        ("links", { .array(NoteLink.distinctTargets(in: $0.body).map { .string($0) }) }),
        ("inlineTags", { .array($0.inlineTags.map { .string($0.name) }) }),
        ("fileName", { .string($0.fileName) }),
        ("frontMatter", { .string($0.foreignFrontMatter) }),
        ("digest", { .string(ContentDigest(of: $0).value.hexadecimal) }))
  }
}

/// A search result with its whole note.
struct FullHit {
  let note: Note
  let hit: SearchHit
}

extension JSONFields<FullHit> {
  /// A search result with its whole note, as printed by `search --full`.
  static var fullHit: Self {
    JSONFields<Note>.note.of(\.note) + Self(("snippet", { .string($0.hit.snippet.map(\.text).joined()) }))
  }
}

extension JSONFields<StoredAttachment> {
  /// An attachment, as printed by `attachments`.
  static var attachment: Self {
    Self(
      ("note", { .string($0.note.description) }),
      ("title", { .string($0.title) }),
      ("name", { .string($0.attachment.name) }),
      ("size", { .number($0.attachment.size) }),
      ("sha256", { .string($0.attachment.digest.description) }),
      ("received", { .number($0.received) }),
      ("complete", { .bool($0.isComplete) }))
  }
}

extension JSONFields<ChangeSet> {
  /// A change set, as printed by `history`.
  static var changeSet: Self {
    JSONFields<ChangeHeader>.header.of { ChangeHeader(number: $0.id, created: $0.created, kind: $0.kind) }
      + Self(
        ("undoneBy", { .optional($0.undoneBy) }),
        ("count", { .number($0.count) }),
        ("examples", { .array($0.examples.map(JSONValue.change)) }))
  }
}

extension JSONFields<NoteVersion> {
  /// A version of a note, as printed by `history ID`.
  static var version: Self {
    JSONFields<ChangeHeader>.header.of { ChangeHeader(number: $0.changeSet, created: $0.created, kind: $0.kind) }
      + Self(("merged", { .bool($0.merge != nil) }), ("note", { $0.note.map(JSONValue.note) ?? .null }))
  }
}

/// The common part of a change set and of a version.
private struct ChangeHeader {
  let number: Int
  let created: Timestamp
  let kind: ChangeSet.Kind

  var name: String {
    switch kind {
    case .local: "local"
    case .imported: "import"
    case .sync: "sync"
    case .undo: "undo"
    case .purge: "purge"
    }
  }

  var undoOf: Int? { if case .undo(let number) = kind { number } else { nil } }
}

extension JSONFields<ChangeHeader> {
  fileprivate static var header: Self {
    Self(
      ("number", { .number($0.number) }), ("made", { .string($0.created.iso8601) }), ("kind", { .string($0.name) }),
      ("undoOf", { .optional($0.undoOf) }))
  }
}

extension JSONValue {
  /// Returns a note with its text, as printed by `show`.
  static func note(_ note: Note) -> JSONValue { JSONFields<Note>.note.object(note) }

  /// Returns the attachments of a note, as printed by `show`.
  static func attachments(_ attachments: [Attachment]) -> JSONValue {
    .array(
      attachments.map { attachment in
        .members(
          ("name", .string(attachment.name)), ("size", .number(attachment.size)),
          ("sha256", .string(attachment.digest.description)), ("path", .string(attachment.path)))
      })
  }

  /// Returns the output of `stats`.
  static func statistics(_ statistics: NoteStatistics) -> JSONValue {
    .members(
      ("active", .number(statistics.active)), ("archived", .number(statistics.archived)),
      ("trashed", .number(statistics.trashed)), ("pinned", .number(statistics.pinned)),
      ("textBytes", .number(statistics.textBytes)), ("storeBytes", .number(statistics.storeBytes)),
      (
        "notebooks",
        .array(statistics.notebooks.map { .members(("name", .string($0.name.path)), ("notes", .number($0.notes))) })
      ),
      ("tags", .array(statistics.tags.map { .members(("name", .string($0.name.name)), ("notes", .number($0.notes))) })))
  }

  /// Returns two versions of a note and their differences, as printed by `diff`.
  static func difference(_ state: DiffState) -> JSONValue {
    let difference = state.difference ?? NoteDifference(from: nil, to: nil)
    let (old, new) = (TextLines(difference.old?.body ?? ""), TextLines(difference.new?.body ?? ""))
    let hunks = difference.hunks.map { hunk in
      JSONValue.members(("old", lines(hunk.old, of: old)), ("new", lines(hunk.new, of: new)))
    }
    return .members(
      ("id", .optional(state.id?.description)),
      ("from", .optional(state.from?.changeSet)),
      ("to", .optional(state.to?.changeSet)),
      ("fields", .array(difference.fields.map { .string($0.rawValue) })),
      ("lines", .array(hunks)),
      ("before", difference.old.map(note) ?? .null), ("after", difference.new.map(note) ?? .null))
  }

  fileprivate static func change(_ change: NoteChange) -> JSONValue {
    .members(
      ("id", .string(change.id.description)), ("title", .optional((change.after ?? change.before)?.title)),
      ("change", .string(ChangeText.action(of: change))))
  }

  /// Returns the number of the first line, counted from 1, and the lines with their endings.
  private static func lines(_ range: Range<Int>, of text: TextLines) -> JSONValue {
    .members(("line", .number(range.lowerBound + 1)), ("text", .array(range.map { .string(String(text[$0])) })))
  }
}
