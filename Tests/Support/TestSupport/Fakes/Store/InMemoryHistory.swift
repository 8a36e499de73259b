import NotesDomain

/// The memory of ``InMemoryStoreState``: one set for all changes of one kind in a row.
struct InMemoryHistory: Sendable {
  private struct Entry: Sendable {
    let before: Note?
    let after: Note?
    var merging: MergeRecord?
  }

  private struct Record: Sendable {
    let number: Int
    let made: Timestamp
    let kind: ChangeSet.Kind
    var entries = SortedTable<Entry>()
    var undoneBy: Int?

    func change(of id: NoteID) -> NoteChange? {
      entries[id].map { NoteChange(id: id, before: $0.before, after: $0.after) }
    }
  }

  let isKept: Bool
  /// Ascending by number.
  private var sets: [Record] = []
  /// In which sets a note changed, ascending.
  private var numbers: [NoteID: [Int]] = [:]
  private var given = 0
  /// Whether the newest set goes on with the next change of its kind.
  private var isOpen = false

  init(isKept: Bool) {
    self.isKept = isKept
  }

  // MARK: Writing

  mutating func close() {
    isOpen = false
  }

  mutating func record(_ change: NoteChange, kind: ChangeSet.Kind, at moment: Timestamp) {
    if !isOpen || sets.last?.kind != kind {
      given += 1
      sets.append(Record(number: given, made: moment, kind: kind))
      isOpen = true
    }
    let place = sets.count - 1
    let known = sets[place].entries[change.id]
    let entry = Entry(before: known.map(\.before) ?? change.before, after: change.after)
    guard entry.before != entry.after else { return remove(change.id, fromSetAt: place) }
    sets[place].entries.replace(with: IndirectValue(entry), for: change.id)
    if known == nil { numbers[change.id, default: []].append(sets[place].number) }
  }

  /// Remembers where a version came from that the newest set has; a version that no change made is not remembered.
  mutating func record(_ merging: MergeRecord) {
    guard isOpen, let place = sets.indices.last, var entry = sets[place].entries[merging.note] else { return }
    entry.merging = merging
    sets[place].entries.replace(with: IndirectValue(entry), for: merging.note)
  }

  /// Marks a set as taken back by the newest one.
  ///
  /// - Returns: The newest one's number.
  mutating func finishReversal(of number: Int) -> Int? {
    close()
    guard let place = place(of: number), let own = sets.last?.number else { return nil }
    sets[place].undoneBy = own
    return own
  }

  mutating func forget(_ id: NoteID) {
    for number in numbers[id] ?? [] {
      if let place = place(of: number) { remove(id, fromSetAt: place) }
    }
  }

  private mutating func remove(_ id: NoteID, fromSetAt place: Int) {
    let number = sets[place].number
    sets[place].entries.replace(with: nil, for: id)
    numbers[id]?.removeAll { $0 == number }
    guard sets[place].entries.count == 0 else { return }
    // What comes next must not join the set before.
    if place == sets.count - 1 { close() }
    sets.remove(at: place)
  }

  // MARK: Reading

  func changeSets(before number: Int?, limit: Int) -> [ChangeSet] {
    let end = number.map(firstPlace(from:)) ?? sets.count
    return sets[..<end].reversed().prefix(max(0, limit)).map { record in
      ChangeSet(
        id: record.number, made: record.made, kind: record.kind, count: record.entries.count,
        examples: record.entries.ids.elements.prefix(3).compactMap(record.change(of:)), undoneBy: record.undoneBy)
    }
  }

  /// The versions of a note, newest first. What was there before anything was remembered belongs to the set 0.
  func versions(of id: NoteID, current: Note?, limit: Int) -> [NoteVersion] {
    guard isKept else { return [] }
    let records = (numbers[id] ?? []).compactMap(place(of:)).map { sets[$0] }
    var versions = records.reversed().map { record in
      NoteVersion(
        changeSet: record.number, made: record.made, kind: record.kind, note: record.entries[id]?.after,
        merging: record.entries[id]?.merging)
    }
    if let first = records.first.map({ $0.entries[id]?.before }) ?? current {
      versions.append(NoteVersion(changeSet: 0, made: first.modified, kind: .local, note: first))
    }
    return Array(versions.prefix(max(0, limit)))
  }

  /// What a set changed, in ascending order of id; `nil` when there is no such set.
  func changes(of number: Int) -> [NoteChange]? {
    place(of: number).map { place in sets[place].entries.ids.elements.compactMap(sets[place].change(of:)) }
  }

  /// Which set took a set back.
  func reversal(of number: Int) -> Int? {
    place(of: number).flatMap { sets[$0].undoneBy }
  }

  /// Every version that can be had back.
  var notes: [Note] {
    sets.flatMap { $0.entries.values }.flatMap { entry in
      [entry.before, entry.after, entry.merging?.base, entry.merging?.theirs].compactMap(\.self)
    }
  }

  private func place(of number: Int) -> Int? {
    let place = firstPlace(from: number)
    return place < sets.count && sets[place].number == number ? place : nil
  }

  /// The place of the first set whose number is at least this one.
  private func firstPlace(from number: Int) -> Int {
    var (low, high) = (0, sets.count)
    while low < high {
      let middle = (low + high) / 2
      if sets[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
