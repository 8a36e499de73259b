import NotesDomain

/// The conflicts of sync, next to the notes.
struct SQLiteConflictStore: ConflictStore {
  let access: JournalAccess

  func conflicts() async throws(StoreError) -> [NoteConflict] {
    try access.opened().database.access { database in
      try database.all("SELECT copy, note, base, theirs, ours, met FROM conflict ORDER BY number") { row in
        let (copy, note) = (row.id(0), row.id(1))
        return NoteConflict(
          note: note, copy: copy, base: try row.payloadIfAny(2, of: note), theirs: try row.payload(3, of: note),
          ours: try row.payload(4, of: note), met: row.moment(5))
      }
    }
  }

  func settle(_ id: NoteConflict.ID) async throws(StoreError) -> Bool {
    try access.opened().database.write { try $0.run("DELETE FROM conflict WHERE copy = ?", [.id(id)]) > 0 }
  }
}
