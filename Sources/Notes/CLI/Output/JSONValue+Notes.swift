import NotesDomain
import NotesViewModels

extension JSONValue {
  /// A note without its text, as `list` and `search` print it.
  static func summary(_ note: NoteSummary) -> JSONValue {
    .object(members(note))
  }

  /// A note with its text, as `show` prints it.
  static func note(_ note: Note) -> JSONValue {
    .object(
      members(note.summary) + [
        Member(name: "body", value: .string(note.body)),
        Member(name: "attachments", value: attachments(note.attachments)),
      ])
  }

  /// A hit, as `search` prints it.
  static func hit(_ hit: SearchHit) -> JSONValue {
    .object(members(hit.note) + [Member(name: "snippet", value: .string(hit.snippet.map(\.text).joined()))])
  }

  /// What `stats` prints.
  static func statistics(_ statistics: NoteStatistics) -> JSONValue {
    .members(
      ("active", .number(statistics.active)), ("archived", .number(statistics.archived)),
      ("trashed", .number(statistics.trashed)), ("pinned", .number(statistics.pinned)),
      ("textBytes", .number(statistics.textBytes)), ("storeBytes", .number(statistics.storeBytes)),
      (
        "notebooks",
        .array(
          statistics.notebooks.map { .members(("name", .string($0.name.path)), ("notes", .number($0.notes))) })
      ),
      ("tags", .array(statistics.tags.map { .members(("name", .string($0.name.name)), ("notes", .number($0.notes))) })))
  }

  private static func members(_ note: NoteSummary) -> [Member] {
    [
      Member(name: "id", value: .string(note.id.description)),
      Member(name: "title", value: .string(note.title)),
      Member(name: "tags", value: .array(note.tags.map { .string($0.name) })),
      Member(name: "notebook", value: .string(note.notebook.path)),
      Member(name: "pinned", value: .bool(note.isPinned)),
      Member(name: "archived", value: .bool(note.isArchived)),
      Member(name: "trashed", value: note.trashed.map { .string($0.iso8601) } ?? .null),
      Member(name: "created", value: .string(note.created.iso8601)),
      Member(name: "modified", value: .string(note.modified.iso8601)),
    ]
  }
}

extension NoteSummary {
  /// A note that shows which fields there are.
  static var example: NoteSummary {
    let moment = Timestamp(millisecondsSince1970: 0)
    return NoteSummary(
      id: NoteID(high: 0, low: 0), title: "", tags: [], notebook: .root, isPinned: false, isArchived: false,
      trashed: nil,
      created: moment, modified: moment)
  }
}

extension SearchHit {
  /// A hit that shows which fields there are.
  static var example: SearchHit { SearchHit(note: .example, snippet: []) }
}

extension JSONValue {
  /// A file of a note, as `attachments` prints it.
  static func attachment(_ stored: StoredAttachment) -> JSONValue {
    .members(
      ("note", .string(stored.note.description)), ("title", .string(stored.title)),
      ("name", .string(stored.attachment.name)), ("size", .number(stored.attachment.size)),
      ("sha256", .string(stored.attachment.digest.description)), ("received", .number(stored.received)),
      ("complete", .bool(stored.isComplete)))
  }

  /// The files of a note, as `show` prints them.
  static func attachments(_ attachments: [Attachment]) -> JSONValue {
    .array(
      attachments.map { attachment in
        .members(
          ("name", .string(attachment.name)), ("size", .number(attachment.size)),
          ("sha256", .string(attachment.digest.description)))
      })
  }
}

extension StoredAttachment {
  /// An attachment that shows which fields there are.
  static var example: StoredAttachment {
    guard let digest = BlobDigest(bytes: [UInt8](repeating: 0, count: BlobDigest.count)),
      let attachment = Attachment(name: "file", digest: digest, size: 0)
    else { preconditionFailure("32 bytes are a digest") }
    return StoredAttachment(
      note: NoteID(high: 0, low: 0), title: "", attachment: attachment, received: 0, isComplete: false)
  }
}

extension JSONValue {
  /// A set of changes, as `history` prints it.
  static func changeSet(_ set: ChangeSet) -> JSONValue {
    .object(
      head(set.id, set.made, set.kind) + [
        Member(name: "undoneBy", value: set.undoneBy.map { .number($0) } ?? .null),
        Member(name: "count", value: .number(set.count)),
        Member(name: "examples", value: .array(set.examples.map(change))),
      ])
  }

  /// A version of a note, as `history ID` prints it.
  static func version(_ version: NoteVersion) -> JSONValue {
    .object(
      head(version.changeSet, version.made, version.kind) + [
        Member(name: "merged", value: .bool(version.merging != nil)),
        Member(name: "note", value: version.note.map(note) ?? .null),
      ])
  }

  /// Two versions of a note, as `diff` prints them.
  static func difference(_ state: DiffState) -> JSONValue {
    let difference = state.difference ?? NoteDifference(from: nil, to: nil)
    let (old, new) = (TextLines(difference.old?.body ?? ""), TextLines(difference.new?.body ?? ""))
    return .members(
      ("id", state.id.map { .string($0.description) } ?? .null),
      ("from", state.from.map { .number($0.changeSet) } ?? .null),
      ("to", state.to.map { .number($0.changeSet) } ?? .null),
      ("fields", .array(difference.fields.map { .string($0.rawValue) })),
      (
        "lines",
        .array(
          difference.hunks.map { hunk in
            .members(
              ("old", lines(hunk.old, of: old)), ("new", lines(hunk.new, of: new)))
          })
      ),
      ("before", difference.old.map(note) ?? .null), ("after", difference.new.map(note) ?? .null))
  }

  private static func head(_ number: Int, _ made: Timestamp, _ kind: ChangeSet.Kind) -> [Member] {
    let (name, other): (String, Int?) =
      switch kind {
      case .local: ("local", nil)
      case .imported: ("import", nil)
      case .sync: ("sync", nil)
      case .undo(let number): ("undo", number)
      }
    return [
      Member(name: "number", value: .number(number)), Member(name: "made", value: .string(made.iso8601)),
      Member(name: "kind", value: .string(name)), Member(name: "undoOf", value: other.map { .number($0) } ?? .null),
    ]
  }

  private static func change(_ change: NoteChange) -> JSONValue {
    .members(
      ("id", .string(change.id.description)),
      ("title", (change.after ?? change.before).map { .string($0.title) } ?? .null),
      ("change", .string(ChangeText.action(of: change))))
  }

  /// Where some lines begin, counted from 1, and the lines with their ends.
  private static func lines(_ range: Range<Int>, of text: TextLines) -> JSONValue {
    .members(("line", .number(range.lowerBound + 1)), ("text", .array(range.map { .string(String(text[$0])) })))
  }
}

extension ChangeSet {
  /// A set that shows which fields there are.
  static var example: ChangeSet {
    ChangeSet(id: 0, made: Timestamp(millisecondsSince1970: 0), kind: .local, count: 0, examples: [])
  }
}

extension NoteVersion {
  /// A version that shows which fields there are.
  static var example: NoteVersion {
    NoteVersion(changeSet: 0, made: Timestamp(millisecondsSince1970: 0), kind: .local, note: nil)
  }
}
