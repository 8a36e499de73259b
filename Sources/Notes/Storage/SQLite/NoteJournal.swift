import NotesDomain
import Synchronization
import WiringMacros

/// The one way to write notes: whoever changes one does it here, and the same transaction keeps what it was before, and
/// that sync has something to tell.
///
/// Changes of one kind in a row are one set, as long as nobody else's come in between: one command is one run of the
/// program, and has one journal.
@Component(scope: .singleton)
final class NoteJournal: Sendable {
  /// The store that it writes to.
  let database: NoteDatabase
  /// What time changes are made at.
  let clock: any WallClock
  private let open = Mutex<OpenChangeSet?>(nil)

  /// Creates a journal that begins a new set.
  ///
  /// - Parameters:
  ///   - database: The store.
  ///   - clock: What time changes are made at.
  init(database: NoteDatabase, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// Runs some steps that all see the store at one moment; should they change something, it is taken back.
  ///
  /// - Parameter body: The steps.
  func read<Value>(_ body: (NoteWriter) throws -> Value) throws(StoreError) -> Value {
    try database.read { database in
      try body(NoteWriter(database, history: HistoryWriter(database, kind: .sync, made: clock.now(), after: nil)))
    }
  }

  /// Ends the set that the next changes would have joined.
  func endSet() {
    open.withLock { $0 = nil }
  }

  /// Writes notes in one transaction that nobody else writes beside.
  ///
  /// - Parameters:
  ///   - kind: Who changes them.
  ///   - body: The changes.
  func write<Value>(as kind: ChangeSet.Kind, _ body: (NoteWriter) throws -> Value) throws(StoreError) -> Value {
    let before = open.withLock { $0 }
    do throws(StoreError) {
      return try database.write { database in
        let history = try HistoryWriter(database, kind: kind, made: clock.now(), after: open.withLock { $0 })
        let writer = try NoteWriter(database, history: history)
        let value = try body(writer)
        let left = try history.finish()
        open.withLock { $0 = left }
        return value
      }
    } catch {
      open.withLock { $0 = before }
      throw error
    }
  }
}
