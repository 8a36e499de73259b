import NotesDomain

/// Ids in ascending order, each once.
struct SortedIDs {
  private(set) var elements: [NoteID] = []

  init() {}

  /// Sorts ids of which each is there once.
  init(sorting ids: some Sequence<NoteID>) {
    elements = ids.sorted()
  }

  /// Adds an id, unless it is there.
  ///
  /// - Returns: Where it is.
  @discardableResult
  mutating func insert(_ id: NoteID) -> Int {
    let place = place(of: id)
    guard place == elements.count || elements[place] != id else { return place }
    elements.insert(id, at: place)
    return place
  }

  mutating func remove(_ id: NoteID) {
    if let place = index(of: id) { elements.remove(at: place) }
  }

  func index(of id: NoteID) -> Int? {
    let place = place(of: id)
    return place < elements.count && elements[place] == id ? place : nil
  }

  /// The ids that come after one; all of them for `nil`.
  func elements(after id: NoteID?) -> ArraySlice<NoteID> {
    guard let id else { return elements[...] }
    let place = place(of: id)
    return elements[(place < elements.count && elements[place] == id ? place + 1 : place)...]
  }

  /// Where an id is, or would be.
  private func place(of id: NoteID) -> Int {
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
