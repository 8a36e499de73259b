import GRDB
import NotesDomain
import Synchronization
import Wiring
package import WiringMacros

/// The open store of the notes; see ``StoreConnection``.
@Component(scope: .singleton)
final class NoteDatabase: Sendable {
  private let connection: StoreConnection

  /// Opens a store, and creates it when there is none.
  ///
  /// - Parameters:
  ///   - schema: What the tables look like.
  ///   - settings: Where the store is.
  init(schema: NoteSchema, settings: StoreSettings) throws(StoreError) {
    connection = try StoreConnection(
      schema: schema, path: settings.path, busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds)
  }

  /// Where the store is, for its errors.
  var path: String { connection.path }

  /// Runs some statements, with the errors of the store.
  ///
  /// - Parameter body: What to do; outside a transaction, unless it begins one.
  func access<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.access(body)
  }

  /// Runs some statements in one transaction that nobody else writes beside.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait until the disk has it; otherwise it may be lost when the power fails, with nothing of
  ///     what came after it kept.
  ///   - body: The statements.
  func write<Value>(isDurable: Bool = true, _ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.write(isDurable: isDurable, body)
  }

  /// Runs some statements that all see the store at one moment, and change nothing.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.read(body)
  }
}

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
  func endChangeSet() {
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

/// The set that the next change of its kind joins, as long as it is the newest.
struct OpenChangeSet: Sendable {
  let number: Int64
  let kind: ChangeSet.Kind
}

/// The journal, opened by the first call that needs it: a command that asks the store nothing does not make one.
struct LazyNoteDatabase: Sendable {
  let journal: Lazy<NoteJournal>
  let settings: StoreSettings

  /// Opens the store, unless it is open.
  func opened() throws(StoreError) -> NoteJournal {
    try StoreError.translated(at: settings.path) { try journal.value }
  }
}

/// What the tables of the notes look like, version by version.
@Component
struct NoteSchema: StoreSchema {
  /// `nctl` in ASCII.
  let applicationID = 0x6E63_746C

  let scripts = [
    PackageResources._001_notes_sql, PackageResources._002_sync_sql, PackageResources._003_attachments_sql,
    PackageResources._004_indexes_sql,
  ]
}

/// Where the notes are kept, and how patiently.
@Component
package struct StoreSettings: Sendable, Hashable {
  /// The path of the store's file. It and its folders are created when missing, readable by nobody else.
  package var path: String
  /// How long to wait for another process that is writing, in milliseconds.
  package var busyTimeoutMilliseconds: Int

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - path: The path of the store's file.
  ///   - busyTimeoutMilliseconds: How long to wait for another process that is writing.
  package init(path: String, busyTimeoutMilliseconds: Int = 5000) {
    self.path = path
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }
}
