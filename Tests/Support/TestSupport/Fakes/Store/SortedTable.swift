import NotesDomain

/// A sorted table of values by identifier.
///
/// Two arrays rather than a dictionary: for the few dozen notes of a simulation, a binary search is faster than
/// hashing.
struct SortedTable<Value: Sendable>: Sendable {
  private(set) var ids = SortedIDs()
  private var boxes: [IndirectValue<Value>] = []

  init() {}

  /// Creates a table.
  init(_ values: [NoteID: Value]) {
    ids = SortedIDs(sorting: values.keys)
    boxes = ids.elements.compactMap { values[$0].map(IndirectValue.init) }
  }

  var count: Int { boxes.count }
  var values: [Value] { boxes.map(\.value) }

  subscript(id: NoteID) -> Value? { box(id)?.value }

  /// Returns the value of an identifier without copying it.
  func box(_ id: NoteID) -> IndirectValue<Value>? {
    ids.index(of: id).map { boxes[$0] }
  }

  /// Returns at most `limit` values after an identifier; for `nil`, from the start.
  func values(after id: NoteID?, limit: Int) -> [Value] {
    boxes[ids.elements(after: id).indices].prefix(max(0, limit)).map(\.value)
  }

  /// Replaces a value.
  ///
  /// - Parameter box: The new value; `nil` to remove it.
  /// - Returns: The previous value.
  @discardableResult
  mutating func replace(with box: IndirectValue<Value>?, for id: NoteID) -> IndirectValue<Value>? {
    guard let index = ids.index(of: id) else {
      if let box { boxes.insert(box, at: ids.insert(id)) }
      return nil
    }
    let before = boxes[index]
    if let box {
      boxes[index] = box
    } else {
      ids.remove(id)
      boxes.remove(at: index)
    }
    return before
  }
}

/// A value behind a reference, so that tables move and journal large values at the cost of a pointer.
final class IndirectValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A sorted set of identifiers.
struct SortedIDs {
  private(set) var elements: [NoteID] = []

  init() {}

  /// Creates a set of distinct identifiers.
  init(sorting ids: some Sequence<NoteID>) {
    elements = ids.sorted()
  }

  /// Inserts an identifier.
  ///
  /// - Returns: The index.
  @discardableResult
  mutating func insert(_ id: NoteID) -> Int {
    let index = insertionIndex(of: id)
    guard index == elements.count || elements[index] != id else { return index }
    elements.insert(id, at: index)
    return index
  }

  mutating func remove(_ id: NoteID) {
    if let index = index(of: id) { elements.remove(at: index) }
  }

  func index(of id: NoteID) -> Int? {
    let index = insertionIndex(of: id)
    return index < elements.count && elements[index] == id ? index : nil
  }

  /// Returns the identifiers after one; all of them for `nil`.
  func elements(after id: NoteID?) -> ArraySlice<NoteID> {
    guard let id else { return elements[...] }
    let index = insertionIndex(of: id)
    return elements[(index < elements.count && elements[index] == id ? index + 1 : index)...]
  }

  /// Returns the index of an identifier, or its insertion point.
  private func insertionIndex(of id: NoteID) -> Int {
    // New notes sort last.
    guard let last = elements.last, id <= last else { return elements.count }
    var (low, high) = (0, elements.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
