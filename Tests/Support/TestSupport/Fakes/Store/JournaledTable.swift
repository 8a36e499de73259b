import NotesDomain

/// A table of values by identifier with an undo log. A rollback takes time proportional to the number of changes,
/// not to the size of the table.
struct JournaledTable<Value: Sendable>: Sendable {
  struct Step: Sendable {
    let id: NoteID
    let before: IndirectValue<Value>?
  }

  private(set) var table: SortedTable<Value>
  private(set) var steps: [Step] = []

  init(_ table: SortedTable<Value> = SortedTable()) {
    self.table = table
  }

  subscript(id: NoteID) -> Value? { table[id] }

  mutating func set(_ value: Value?, for id: NoteID) {
    let before = table.replace(with: value.map(IndirectValue.init), for: id)
    guard value != nil || before != nil else { return }
    steps.append(Step(id: id, before: before))
  }

  mutating func removeAll() {
    for id in table.ids.elements { steps.append(Step(id: id, before: table.box(id))) }
    table = SortedTable()
  }

  mutating func commit() {
    if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
  }

  mutating func rollBack() {
    for step in steps.reversed() { table.replace(with: step.before, for: step.id) }
    commit()
  }
}

/// A value with an undo log.
struct JournaledValue<Value: Sendable>: Sendable {
  private(set) var current: Value
  private var before: Value?

  init(_ value: Value) {
    current = value
  }

  mutating func set(_ value: Value) {
    if case .none = before { before = current }
    current = value
  }

  mutating func commit() {
    if case .some = before { before = .none }
  }

  mutating func rollBack() {
    if let before { current = before }
    commit()
  }
}
