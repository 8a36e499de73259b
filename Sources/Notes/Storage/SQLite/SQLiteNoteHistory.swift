import GRDB
import NotesDomain

/// What happened to notes, next to them; ``NoteJournal`` writes it.
struct SQLiteNoteHistory: NoteHistory {
  let access: JournalAccess

  func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet] {
    try access.opened().database.read { database in
      let rows = try database.all(
        ChangeSetRow.select + " WHERE notes > 0 AND id < ? ORDER BY id DESC LIMIT ?",
        [.integer(number.map(Int64.init) ?? .max), .integer(Int64(max(0, limit)))], ChangeSetRow.init)
      return try rows.map { row in
        row.changeSet(examples: try ChangeReader(database, of: row).examples(atMost: 3))
      }
    }
  }

  func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion] {
    try access.opened().database.read { database in
      let stored = try database.storedNote(id)
      // What stood there after a change is what stood there before the next one.
      var note = stored?.note
      var (versions, origin): ([NoteVersion], Int64?) = ([], nil)
      try database.statement(
        """
        SELECT change_set, before, merge_base, merge_theirs FROM version WHERE note = ? ORDER BY change_set DESC
        """
      ).forEachRow([.id(id)]) { row in
        guard versions.count < limit else { return false }
        let merging = try row.payloadIfAny(3, of: id).map { theirs in
          NoteMerging(note: id, base: try row.payloadIfAny(2, of: id), theirs: theirs)
        }
        versions.append(try database.changeSetRow(row.integer(0)).version(note, merging: merging))
        note = try row.payloadIfAny(1, of: id)
        return true
      }
      guard let first = note, versions.count < limit else { return versions }
      if let stored { origin = try InsertedRows.changeSet(of: stored.row, in: database) }
      let row = try origin.map(database.changeSetRow) ?? .unknown(first)
      return versions + [row.version(first, merging: nil)]
    }
  }
}
