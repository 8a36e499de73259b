import GRDB
import NotesDomain

/// A row of table `change_set`.
struct ChangeSetRow {
  static let select =
    "SELECT id, made, kind, undoes, undone_by, notes, first_inserted, last_inserted FROM change_set"

  let number: Int64
  let made: Timestamp
  let kind: ChangeSet.Kind
  let undoneBy: Int64?
  let notes: Int64
  /// Between which rows those lie that it inserted, among others.
  let inserted: ClosedRange<Int64>?

  /// Reads the columns of ``select``.
  init(_ row: SQLRow) {
    number = row.integer(0)
    made = row.moment(1)
    kind = ChangeSet.Kind(code: row.integer(2), undone: row.integer(3))
    undoneBy = row.integerIfAny(4)
    notes = row.integer(5)
    inserted = row.integerIfAny(6).map { $0...max($0, row.integer(7)) }
  }

  private init(before note: Note) {
    (number, made, kind, undoneBy, notes, inserted) = (0, note.modified, .local, nil, 0, nil)
  }

  /// Stands for whatever made a note before anything was remembered.
  static func unknown(_ note: Note) -> ChangeSetRow {
    ChangeSetRow(before: note)
  }

  /// The set, for people.
  func changeSet(examples: [NoteChange]) -> ChangeSet {
    ChangeSet(
      id: Int(number), made: made, kind: kind, count: Int(notes), examples: examples, undoneBy: undoneBy.map(Int.init))
  }

  /// A version that the set made.
  func version(_ note: Note?, merging: NoteMerging?) -> NoteVersion {
    NoteVersion(changeSet: Int(number), made: made, kind: kind, note: note, merging: merging)
  }
}

extension Database {
  /// The row of a set, which must be there.
  func changeSetRow(_ number: Int64) throws -> ChangeSetRow {
    guard let row = try first(ChangeSetRow.select + " WHERE id = ?", [.integer(number)], ChangeSetRow.init) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "There is no change set \(number)")
    }
    return row
  }
}

extension ChangeSet.Kind {
  fileprivate init(code: Int64, undone: Int64) {
    switch code {
    case 1: self = .imported
    case 2: self = .sync
    case 3: self = .undo(of: Int(undone))
    // 0. Only this program writes here, and it writes nothing else.
    default: self = .local
    }
  }

  /// The number of the kind.
  var code: Int64 {
    switch self {
    case .local: 0
    case .imported: 1
    case .sync: 2
    case .undo: 3
    }
  }

  /// The set that an undo took back.
  var undone: Int64? {
    switch self {
    case .local, .imported, .sync: nil
    case .undo(let number): Int64(number)
    }
  }
}
