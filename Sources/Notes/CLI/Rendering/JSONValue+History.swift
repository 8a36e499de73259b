import NotesDomain
import NotesViewModels

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
      ("change", .string(ChangeWords.deed(of: change))))
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
