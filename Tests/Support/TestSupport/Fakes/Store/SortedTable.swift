import NotesDomain

/// Values by id, in ascending order of id.
///
/// Two arrays rather than a dictionary: a simulation asks for a few dozen notes millions of times, and has found one before
/// its id is hashed.
struct SortedTable<Value: Sendable>: Sendable {
  private(set) var ids = SortedIDs()
  private var boxes: [IndirectValue<Value>] = []

  init() {}

  /// Keeps values of which each has another id.
  init(_ values: [NoteID: Value]) {
    ids = SortedIDs(sorting: values.keys)
    boxes = ids.elements.compactMap { values[$0].map(IndirectValue.init) }
  }

  var count: Int { boxes.count }
  var values: [Value] { boxes.map(\.value) }

  subscript(id: NoteID) -> Value? { box(id)?.value }

  /// The value of an id, without a copy of it.
  func box(_ id: NoteID) -> IndirectValue<Value>? {
    ids.index(of: id).map { boxes[$0] }
  }

  /// The values whose ids come after one, at most `limit`; all of them for `nil`.
  func values(after id: NoteID?, limit: Int) -> [Value] {
    boxes[ids.elements(after: id).indices].prefix(max(0, limit)).map(\.value)
  }

  /// Puts a value in place of another.
  ///
  /// - Parameters:
  ///   - box: The new value; `nil` for none.
  ///   - id: The id.
  /// - Returns: The value before.
  @discardableResult
  mutating func replace(with box: IndirectValue<Value>?, for id: NoteID) -> IndirectValue<Value>? {
    guard let place = ids.index(of: id) else {
      if let box { boxes.insert(box, at: ids.insert(id)) }
      return nil
    }
    let before = boxes[place]
    if let box {
      boxes[place] = box
    } else {
      ids.remove(id)
      boxes.remove(at: place)
    }
    return before
  }
}
