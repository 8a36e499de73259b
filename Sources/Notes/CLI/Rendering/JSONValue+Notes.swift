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
