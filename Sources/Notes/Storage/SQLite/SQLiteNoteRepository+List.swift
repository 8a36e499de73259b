import GRDB
import NotesDomain

extension SQLiteNoteRepository {
  func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try database.access { database in
      let list = try NoteListStatement(query, database)
      return try database.all(list.sql, list.values, NoteRow.summary)
    }
  }
}
