import NotesDomain
import NotesViewModels

extension JSONValue {
  /// What `sync` prints.
  static func sync(_ summary: SyncSummary, _ status: SyncStatus) -> JSONValue {
    .members(
      ("sent", .number(summary.sent)), ("received", .number(summary.received)), ("deleted", .number(summary.deleted)),
      ("merged", .number(summary.merged)), ("copied", .number(summary.copied)),
      ("blocked", .number(status.blocked.count)), ("conflicts", .number(status.conflicts)),
      ("attachmentsSent", .number(summary.attachmentsSent)),
      ("attachmentsReceived", .number(summary.attachmentsReceived)),
      ("attachmentsMissing", .number(summary.attachmentsMissing)))
  }

  /// What `sync status` prints.
  static func syncStatus(_ status: SyncStatus, _ account: Credentials?) -> JSONValue {
    .members(
      ("synced", .bool(status.hasSynced)),
      ("lastSuccess", status.lastSuccess.map { .string($0.iso8601) } ?? .null),
      ("pending", .number(status.pending)),
      ("conflicts", .number(status.conflicts)),
      (
        "brake",
        status.brake.map { .members(("deletions", .number($0.deletions)), ("notes", .number($0.notes))) } ?? .null
      ),
      ("blocked", .array(status.blocked.map(blocked))),
      ("account", credentials(account)))
  }

  /// A conflict, as `conflicts list` prints it.
  static func conflict(_ conflict: NoteConflict) -> JSONValue {
    .object(members(conflict))
  }

  /// A conflict with its texts, as `conflicts show` prints it.
  static func openConflict(_ open: OpenConflict) -> JSONValue {
    .object(
      members(open.conflict) + [
        Member(name: "base", value: open.conflict.base.map(note) ?? .null),
        Member(name: "theirs", value: note(open.conflict.theirs)),
        Member(name: "ours", value: note(open.conflict.ours)),
        Member(name: "noteNow", value: open.note.map(note) ?? .null),
        Member(name: "copyNow", value: open.copy.map(note) ?? .null),
      ])
  }

  private static func blocked(_ blocked: SyncStatus.Blocked) -> JSONValue {
    let reason: String
    switch blocked.block {
    case .refused(let refusal): reason = refusal.code
    case .unreadable: reason = "unreadable"
    }
    return .members(
      ("id", .string(blocked.id.description)), ("title", blocked.title.map { .string($0) } ?? .null),
      ("reason", .string(reason)))
  }

  private static func members(_ conflict: NoteConflict) -> [Member] {
    [
      Member(name: "id", value: .string(conflict.copy.description)),
      Member(name: "note", value: .string(conflict.note.description)),
      Member(name: "title", value: .string(conflict.theirs.title)),
      Member(name: "met", value: .string(conflict.met.iso8601)),
    ]
  }
}

extension NoteConflict {
  /// A conflict that shows which fields there are.
  static var example: NoteConflict {
    let moment = Timestamp(millisecondsSince1970: 0)
    let note = Note(id: NoteID(high: 0, low: 0), title: "", body: "", created: moment, modified: moment)
    return NoteConflict(note: note.id, copy: note.id, base: nil, theirs: note, ours: note, met: moment)
  }
}
