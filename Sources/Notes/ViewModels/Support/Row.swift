import NotesDomain

/// A row of a list: a note, or a value that belongs to one.
///
/// Not `Row<Value: Hashable>`: the runtime would look up that conformance at each start, for 2 % of the instructions of a
/// `list`.
package struct Row<Value> {
  package let value: Value
  /// The shortest unique prefix of the note's id; the whole id if none was requested.
  package let shortID: String

  package init(_ value: Value, shortID: String) {
    self.value = value
    self.shortID = shortID
  }
}

extension Row: Sendable where Value: Sendable {}
extension Row: Equatable where Value: Equatable {}
extension Row: Hashable where Value: Hashable {}

extension NoteRepository {
  /// Returns values as rows, each with the short id of its note.
  ///
  /// - Parameter abbreviates: Whether the rows need short ids, which cost two look-ups each.
  func rows<Value>(_ values: [Value], of id: (Value) -> NoteID, abbreviates: Bool = true) async throws -> [Row<Value>] {
    let short = abbreviates ? try await abbreviations(of: values.map(id)) : [:]
    return values.map { Row($0, shortID: short[id($0)] ?? id($0).description) }
  }
}
