/// An index of notes that their columns determine: its table, and the statement that computes its rows.
///
/// The index of words has a check and a way to fill it of its own, and the names and links are computed by the program.
struct NoteIndex {
  /// The indexes of tags and of attachments.
  static let ofColumns = [tags, attachments]

  private static let tags = NoteIndex(
    table: "note_tag", columns: ["tag", "note"],
    rows: """
      SELECT value AS tag, note.rowid AS note FROM note, json_each(note.tags)
      UNION SELECT value, note.rowid FROM note, json_each(note.inline_tags)
      """)

  private static let attachments = NoteIndex(
    table: "note_attachment", columns: ["digest", "note", "name", "size"],
    rows: """
      SELECT json_extract(value, '$[1]') AS digest, note.rowid AS note, json_extract(value, '$[0]') AS name,
        CAST(json_extract(value, '$[2]') AS INTEGER) AS size
      FROM note, json_each(note.attachments)
      """)

  let table: String
  let columns: [String]
  let rows: String

  /// The statement for the rows that the table should not have. The first part determines how texts are compared.
  var strayRows: String { "SELECT \(columns.joined(separator: ", ")) FROM \(table) EXCEPT SELECT * FROM (\(rows))" }

  /// The statement for the rows that the table lacks. The table's columns determine how texts are compared.
  var missingRows: String {
    let condition = columns.map { "stored.\($0) = computed.\($0)" }.joined(separator: " AND ")
    return """
      SELECT 1 FROM (\(rows)) AS computed
      WHERE NOT EXISTS (SELECT 1 FROM \(table) AS stored WHERE \(condition))
      """
  }
}
