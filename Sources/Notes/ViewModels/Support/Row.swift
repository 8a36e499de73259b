import NotesDomain

/// A row of a list: a note, or a value that belongs to one.
package struct Row<Value: Sendable & Hashable>: Sendable, Hashable {
  package let value: Value
  /// The shortest unique prefix of the note's id; the whole id if none was requested.
  package let shortID: String

  package init(_ value: Value, shortID: String) {
    self.value = value
    self.shortID = shortID
  }
}

extension NoteRepository {
  /// Returns values as rows, each with the short id of its note.
  ///
  /// - Parameter abbreviates: Whether the rows need short ids, which cost two look-ups each.
  func rows<Value>(_ values: [Value], of id: (Value) -> NoteID, abbreviates: Bool = true) async throws -> [Row<Value>] {
    let short = abbreviates ? try await abbreviations(of: values.map(id)) : [:]
    return values.map { Row($0, shortID: short[id($0)] ?? id($0).description) }
  }
}
