import NotesDomain

extension SQLiteNoteHistory {
  /// How many changes of a reversal are handed back.
  private static let shown = 100

  /// Ends a reversal that takes nothing back.
  private struct Stop: Error {
    let result: ReversalResult
  }

  func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> Reversal
  ) async throws(StoreError) -> ReversalResult {
    let journal = try access.opened()
    var stopped: ReversalResult?
    do throws(StoreError) {
      return try journal.write(as: .undo(of: number)) { writer in
        do {
          return try takeBack(Int64(number), writer, decide)
        } catch let stop as Stop {
          stopped = stop.result
          throw stop
        }
      }
    } catch {
      // The transaction was rolled back.
      guard let stopped else { throw error }
      return stopped
    }
  }

  private func takeBack(
    _ number: Int64, _ writer: NoteWriter, _ decide: (NoteChange, Note?) -> Reversal
  ) throws -> ReversalResult {
    let database = writer.database
    guard
      let set = try database.first(
        ChangeSetRow.select + " WHERE id = ? AND notes > 0", [.integer(number)], ChangeSetRow.init)
    else { return .unknown }
    if let other = set.undoneBy { return .doneBefore(changeSet: Int(other)) }
    var (changes, refused): ([NoteChange], [NoteID]) = ([], [])
    try ChangeReader(database, of: set).forEachChange { change in
      let stored = try database.storedNote(change.id)
      switch decide(change, stored?.note) {
      case .leave: break
      case .refuse: refused.append(change.id)
      case .write(let note):
        guard refused.isEmpty, note != stored?.note else { break }
        if let stored { try writer.update(stored, to: note) } else { try writer.insert(note) }
        guard changes.count < Self.shown else { break }
        changes.append(NoteChange(id: change.id, before: stored?.note, after: note))
      }
    }
    guard refused.isEmpty else { throw Stop(result: .refused(refused.sorted())) }
    guard !changes.isEmpty else { return .done(changeSet: Int(number), changes: []) }
    try database.run(
      "UPDATE change_set SET undone_by = ? WHERE id = ?", [.integer(writer.history.number), .integer(number)])
    return .done(changeSet: Int(writer.history.number), changes: changes.sorted { $0.id < $1.id })
  }
}
