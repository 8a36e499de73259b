import CSQLite
import NotesDomain

/// The statements of the repository through SQLite's C interface alone: the floor.
final class RawStore {
  private var database: OpaquePointer?
  private var insertion: OpaquePointer?
  private var indexing: OpaquePointer?
  private var tagging: OpaquePointer?
  private var fetching: OpaquePointer?
  private var searching: OpaquePointer?

  init(path: String) {
    useOwnTokenizer(path)
    sqlite3_open(path, &database)
    sqlite3_exec(database, "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536", nil, nil, nil)
    sqlite3_wal_autocheckpoint(database, 64)
    prepare(
      """
      INSERT INTO note (id, title, tags, inline_tags, notebook, pinned, archived, trashed, created, modified,
        foreign_front_matter, body)
      VALUES (?, ?, ?, '[]', ?, 0, 0, NULL, ?, ?, '', ?)
      """, &insertion)
    prepare("INSERT INTO note_fts (rowid, body, title, tags) VALUES (?, ?, ?, ?)", &indexing)
    prepare("INSERT OR IGNORE INTO note_tag (tag, note) VALUES (?, ?)", &tagging)
    let summary = "id, title, note.tags, inline_tags, notebook, pinned, archived, trashed, created, modified"
    prepare("SELECT \(summary), foreign_front_matter, body FROM note WHERE id = ?", &fetching)
    prepare(
      """
      SELECT \(summary), snippet(note_fts, 0, '[', ']', '…', 16)
      FROM note_fts JOIN note ON note.rowid = note_fts.rowid
      WHERE note_fts MATCH ? AND note.trashed IS NULL ORDER BY note_fts.rank LIMIT 20
      """.replacing(" id,", with: " note.id,").replacing(" title,", with: " note.title,"), &searching)
  }

  deinit {
    for statement in [insertion, indexing, tagging, fetching, searching] { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// Lets SQLite's own tokenizer split the words of a new store, since the floor has not the program's.
  private func useOwnTokenizer(_ path: String) {
    sqlite3_open(path, &database)
    sqlite3_exec(
      database,
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '''notes''', '''unicode61 remove_diacritics 2''')
      WHERE name = 'note_fts';
      """, nil, nil, nil)
    sqlite3_close(database)
  }

  func insert(_ notes: [Note]) {
    sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
    for note in notes {
      bind(note.id, 1, insertion)
      bind(note.title, 2, insertion)
      let tags = "[" + note.tags.map { "\"\($0.name)\"" }.joined(separator: ",") + "]"
      bind(tags, 3, insertion)
      bind(note.notebook.path, 4, insertion)
      sqlite3_bind_int64(insertion, 5, note.created.millisecondsSince1970)
      sqlite3_bind_int64(insertion, 6, note.modified.millisecondsSince1970)
      bind(note.body, 7, insertion)
      step(insertion)
      index(note, tags: tags, row: sqlite3_last_insert_rowid(database))
    }
    sqlite3_exec(database, "COMMIT", nil, nil, nil)
  }

  private func index(_ note: Note, tags: String, row: Int64) {
    sqlite3_bind_int64(indexing, 1, row)
    for (position, text) in [note.body, note.title, tags].enumerated() { bind(text, Int32(position) + 2, indexing) }
    step(indexing)
    for tag in note.tags {
      bind(tag.name, 1, tagging)
      sqlite3_bind_int64(tagging, 2, row)
      step(tagging)
    }
  }

  func fetch(_ ids: [NoteID]) {
    for id in ids {
      bind(id, 1, fetching)
      step(fetching)
    }
  }

  func search(_ match: String) {
    bind(match, 1, searching)
    step(searching)
  }

  /// Runs a statement to its end, and creates a string of each text column, as every program has to.
  private func step(_ statement: OpaquePointer?) {
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(statement) {
        if sqlite3_column_type(statement, column) == SQLITE_TEXT {
          _ = String(cString: sqlite3_column_text(statement, column))
        } else {
          _ = sqlite3_column_int64(statement, column)
        }
      }
    }
    sqlite3_reset(statement)
  }

  private func prepare(_ sql: String, _ statement: inout OpaquePointer?) {
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      fatalError(String(cString: sqlite3_errmsg(database)))
    }
  }

  private func bind(_ text: String, _ position: Int32, _ statement: OpaquePointer?) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, position, text, Int32(text.utf8.count), transient)
  }

  private func bind(_ id: NoteID, _ position: Int32, _ statement: OpaquePointer?) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let words = [id.high.bigEndian, id.low.bigEndian]
    sqlite3_bind_blob(statement, position, words, 16, transient)
  }
}
