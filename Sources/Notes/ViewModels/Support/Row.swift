import NotesDomain
import NotesFronts

/// A row of a list: a note, or a value that belongs to one.
///
/// Not `Row<Value: Hashable>`: the runtime would look up that conformance at each start, for 2 % of the instructions of a
/// `list`.
package struct Row<Value> {
  package let value: Value
  /// The text that names the note: its number in the list, the shortest unique prefix of its id, or the whole id.
  package let label: String

  package init(_ value: Value, label: String) {
    self.value = value
    self.label = label
  }
}

extension Row: Sendable where Value: Sendable {}
extension Row: Equatable where Value: Equatable {}
extension Row: Hashable where Value: Hashable {}
/// A row is the same one after a reload, whatever changed in it, so that a list can animate.
extension Row: Identifiable where Value: Identifiable {
  package var id: Value.ID { value.id }
}

/// The labels by which the rows of a list name their notes.
package enum RowLabels: Sendable, Hashable {
  /// By numbers, which a person can use in later commands until the next list.
  case numbers
  /// By the shortest unique prefixes of their ids, which cost two look-ups each.
  case shortIDs
  case ids
}

/// Makes the rows of lists.
struct RowMaker: Sendable {
  let repository: any NoteRepository
  let listed: any ListedNotes

  /// Returns values as rows. Numbers that cannot be stored are replaced by short ids.
  func rows<Value>(_ values: [Value], of id: (Value) -> NoteID, labels: RowLabels) async throws -> [Row<Value>] {
    let ids = values.map(id)
    switch labels {
    case .numbers where listed.save(ids):
      return values.enumerated().map { Row($1, label: String($0 + 1)) }
    case .numbers, .shortIDs:
      let short = try await repository.abbreviations(of: ids)
      return zip(values, ids).map { Row($0, label: short[$1] ?? $1.description) }
    case .ids:
      return zip(values, ids).map { Row($0, label: $1.description) }
    }
  }
}

extension Int {
  /// A limit by which one more is found if there are more.
  var oneMore: Int { self == .max ? self : self + 1 }
}
