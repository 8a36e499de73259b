import NotesDomain

/// Ids in ascending order, each once.
struct SortedIDs {
  private(set) var elements: [NoteID] = []

  init() {}

  /// Sorts ids of which each is there once.
  init(sorting ids: some Sequence<NoteID>) {
    elements = ids.sorted()
  }

  mutating func insert(_ id: NoteID) {
    // New notes sort last: most insertions end here.
    if let last = elements.last, last < id { return elements.append(id) }
    let place = place(of: id)
    if place < elements.count, elements[place] == id { return }
    elements.insert(id, at: place)
  }

  mutating func remove(_ id: NoteID) {
    let place = place(of: id)
    guard place < elements.count, elements[place] == id else { return }
    elements.remove(at: place)
  }

  /// The ids that come after one; all of them for `nil`.
  func elements(after id: NoteID?) -> ArraySlice<NoteID> {
    guard let id else { return elements[...] }
    let place = place(of: id)
    return elements[(place < elements.count && elements[place] == id ? place + 1 : place)...]
  }

  /// Where an id is, or would be.
  private func place(of id: NoteID) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
