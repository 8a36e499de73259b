import NotesDomain

/// The history of an ``InMemoryStoreState``: consecutive changes of one kind form a set.
struct InMemoryHistory: Sendable {
  private struct Entry: Sendable {
    let before: Note?
    let after: Note?
    var merge: MergeRecord?
  }

  private struct Record: Sendable {
    let number: Int
    let created: Timestamp
    let kind: ChangeSet.Kind
    var entries = SortedTable<Entry>()
    var undoneBy: Int?
    var purged = 0

    func change(of id: NoteID) -> NoteChange? {
      entries[id].map { NoteChange(id: id, before: $0.before, after: $0.after) }
    }
  }

  let isKept: Bool
  /// Ascending by number.
  private var sets: [Record] = []
  /// The sets in which each note changed, ascending.
  private var numbers: [NoteID: [Int]] = [:]
  private var given = 0
  /// Whether the next change of its kind joins the newest set.
  private var isOpen = false

  init(isKept: Bool) {
    self.isKept = isKept
  }

  // MARK: Writing

  mutating func close() {
    isOpen = false
  }

  mutating func record(_ change: NoteChange, kind: ChangeSet.Kind, at time: Timestamp) {
    if !isOpen || sets.last?.kind != kind {
      given += 1
      sets.append(Record(number: given, created: time, kind: kind))
      isOpen = true
    }
    let index = sets.count - 1
    let known = sets[index].entries[change.id]
    let entry = Entry(before: known.map(\.before) ?? change.before, after: change.after)
    guard entry.before != entry.after else { return remove(change.id, fromSetAt: index) }
    sets[index].entries.replace(with: IndirectValue(entry), for: change.id)
    if known == nil { numbers[change.id, default: []].append(sets[index].number) }
  }

  mutating func recordPurge(of count: Int, at time: Timestamp) {
    if !isOpen || sets.last?.kind != .purge {
      given += 1
      sets.append(Record(number: given, created: time, kind: .purge))
      isOpen = true
    }
    sets[sets.count - 1].purged += count
  }

  /// Records the merge of a version in the newest set, if it has the version.
  mutating func record(_ merge: MergeRecord) {
    guard isOpen, let index = sets.indices.last, var entry = sets[index].entries[merge.note] else { return }
    entry.merge = merge
    sets[index].entries.replace(with: IndirectValue(entry), for: merge.note)
  }

  /// Marks a set as undone by the newest one.
  ///
  /// - Returns: The number of the newest set.
  mutating func finishReversal(of number: Int) -> Int? {
    close()
    guard let index = index(of: number), let own = sets.last?.number else { return nil }
    sets[index].undoneBy = own
    return own
  }

  /// Gives the changes of a note to another one, but not its insertion.
  mutating func rename(_ id: NoteID, to other: NoteID) {
    for number in numbers.removeValue(forKey: id) ?? [] {
      guard let index = index(of: number), let entry = sets[index].entries[id] else { continue }
      guard entry.before != nil, sets[index].entries[other] == nil else {
        remove(id, fromSetAt: index)
        continue
      }
      sets[index].entries.replace(with: nil, for: id)
      let merge = entry.merge.map {
        MergeRecord(note: other, base: $0.base?.copied(as: other), theirs: $0.theirs.copied(as: other))
      }
      let renamed = Entry(before: entry.before?.copied(as: other), after: entry.after?.copied(as: other), merge: merge)
      sets[index].entries.replace(with: IndirectValue(renamed), for: other)
      numbers[other, default: []].append(number)
    }
    numbers[other]?.sort()
  }

  mutating func forget(_ id: NoteID) {
    for number in numbers[id] ?? [] {
      if let index = index(of: number) { remove(id, fromSetAt: index) }
    }
  }

  private mutating func remove(_ id: NoteID, fromSetAt index: Int) {
    let number = sets[index].number
    sets[index].entries.replace(with: nil, for: id)
    numbers[id]?.removeAll { $0 == number }
    guard sets[index].entries.count == 0 else { return }
    // The next change must not join the set.
    if index == sets.count - 1 { close() }
    sets.remove(at: index)
  }

  // MARK: Reading

  /// The number of the newest set.
  var newest: Int { given }

  func changeSets(before number: Int?, limit: Int) -> [ChangeSet] {
    let end = number.map(firstIndex(from:)) ?? sets.count
    return sets[..<end].reversed().prefix(max(0, limit)).map { record in
      ChangeSet(
        id: record.number, created: record.created, kind: record.kind, count: record.entries.count + record.purged,
        examples: record.entries.ids.elements.prefix(3).compactMap(record.change(of:)), undoneBy: record.undoneBy)
    }
  }

  /// Returns the versions of a note, newest first. The version before the first change belongs to the set 0.
  func versions(of id: NoteID, current: Note?, limit: Int) -> [NoteVersion] {
    guard isKept else { return [] }
    let records = (numbers[id] ?? []).compactMap(index(of:)).map { sets[$0] }
    var versions = records.reversed().map { record in
      NoteVersion(
        changeSet: record.number, created: record.created, kind: record.kind, note: record.entries[id]?.after,
        merge: record.entries[id]?.merge)
    }
    if let first = records.first.map({ $0.entries[id]?.before }) ?? current {
      versions.append(NoteVersion(changeSet: 0, created: first.modified, kind: .local, note: first))
    }
    return Array(versions.prefix(max(0, limit)))
  }

  /// Returns whether a note was once what a version says, before one of its changes.
  func hasHad(_ version: Note) -> Bool {
    let entries = (numbers[version.id] ?? []).compactMap(index(of:)).compactMap { sets[$0].entries[version.id] }
    return entries.contains { $0.before == version || $0.merge?.theirs == version }
  }

  /// Returns the changes of a set in ascending order of identifier, or `nil` without such a set.
  func changes(of number: Int) -> [NoteChange]? {
    index(of: number).map { index in sets[index].entries.ids.elements.compactMap(sets[index].change(of:)) }
  }

  /// Returns the set that undid a set.
  func reversal(of number: Int) -> Int? {
    index(of: number).flatMap { sets[$0].undoneBy }
  }

  /// All restorable versions.
  var notes: [Note] {
    sets.flatMap { $0.entries.values }.flatMap { entry in
      [entry.before, entry.after, entry.merge?.base, entry.merge?.theirs].compactMap(\.self)
    }
  }

  private func index(of number: Int) -> Int? {
    let index = firstIndex(from: number)
    return index < sets.count && sets[index].number == number ? index : nil
  }

  /// Returns the index of the first set whose number is at least this one.
  private func firstIndex(from number: Int) -> Int {
    var (low, high) = (0, sets.count)
    while low < high {
      let middle = (low + high) / 2
      if sets[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
