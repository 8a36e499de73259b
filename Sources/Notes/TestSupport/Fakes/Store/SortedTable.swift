import NotesDomain

/// Values by id, which can be walked in ascending order of id.
struct SortedTable<Value: Sendable>: Sendable {
  private var sorted = SortedIDs()
  private(set) var values: [NoteID: Value] = [:]

  init() {}

  init(_ values: [NoteID: Value]) {
    self.values = values
    sorted = SortedIDs(sorting: values.keys)
  }

  var ids: [NoteID] { sorted.elements }
  var count: Int { values.count }
  var inOrder: [Value] { ids.compactMap { values[$0] } }

  subscript(id: NoteID) -> Value? { values[id] }

  /// The ids that come after one; all of them for `nil`.
  func ids(after id: NoteID?) -> ArraySlice<NoteID> {
    sorted.elements(after: id)
  }

  /// Puts a value in place of another.
  ///
  /// - Parameters:
  ///   - value: The new value; `nil` for none.
  ///   - id: The id.
  /// - Returns: The value before.
  @discardableResult
  mutating func replace(with value: Value?, for id: NoteID) -> Value? {
    guard let value else {
      let before = values.removeValue(forKey: id)
      if before != nil { sorted.remove(id) }
      return before
    }
    let before = values.updateValue(value, forKey: id)
    if before == nil { sorted.insert(id) }
    return before
  }
}
