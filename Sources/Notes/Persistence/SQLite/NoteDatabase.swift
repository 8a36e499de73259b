import GRDB
import NotesDisk
import NotesDomain
import Synchronization
import Wiring
package import WiringMacros

/// The open store of the notes, and the only way to write them: a ``NoteTransaction`` writes a note together with its history
/// and its state of sync.
///
/// Consecutive changes of one kind are one change set, unless another process changes notes in between. A command is one run
/// of the program and has one database, so that what a command changes is one change set. A program that stays ends the set
/// before each action.
@Component(scope: .singleton)
final class NoteDatabase: Sendable {
  /// The connection to the file, for statements that change no note.
  let connection: StoreConnection
  /// The connection for reading: another one in a program that stays, so that its screens do not wait for what it writes.
  let reader: StoreConnection
  /// Whether calls leave their caller for the pool of threads, so that the main actor of a program that stays never waits for a disk.
  /// A command does one thing and ends: to start a thread would only delay it.
  private let leavesCaller: Bool
  /// The clock that dates the changes.
  let wallClock: any WallClock
  /// The changes that this program makes.
  let changes = StoreChangeFeed()
  private let openChangeSet = Mutex<NoteTransaction.OpenChangeSet?>(nil)
  private let hasRemovedText = Mutex(false)
  /// Held while the store is open, so that its file is not replaced; `nil` where it cannot be.
  private let lock: FileLock?
  /// The file that was opened; `nil` where no other process knows it.
  private let openFile: StoreFile.Identity?

  /// Opens a store. Of a missing one, does what the settings say.
  @Inject
  init(schema: NoteSchema, settings: StoreSettings, wallClock: any WallClock) throws(StoreError) {
    self.wallClock = wallClock
    leavesCaller = settings.stays
    if settings.missingStore != .created, !StoreBackups.exists(settings.path) {
      guard settings.missingStore == .empty else { throw .missing(path: settings.path) }
      (connection, lock) = (try StoreConnection(emptyStoreOf: schema, path: settings.path), nil)
      (reader, openFile) = (connection, nil)
      return
    }
    (lock, connection, reader, openFile) = try StoreError.translated(at: settings.path) {
      let lock = try StoreLock(store: settings.path).acquireShared()
      let connection = try StoreConnection(
        schema: schema, path: settings.path, busyTimeout: settings.busyTimeout)
      let file = connection.identity
      guard settings.stays else { return (lock, connection, connection, file) }
      let reader = try connection.reader(of: file)
      for connection in [connection, reader] { try connection.limitCache(kilobytes: 6144) }
      return (lock, connection, reader, file)
    }
  }

  /// Takes over an open store whose file no other process knows.
  init(connection: StoreConnection, wallClock: any WallClock) {
    (self.connection, reader, self.wallClock, lock, openFile) = (connection, connection, wallClock, nil, nil)
    leavesCaller = false
  }

  /// Runs statements that change no note, outside of a transaction.
  func query<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    guard leavesCaller else { return try queryHere(body) }
    return try await aside { () async throws(StoreError) in try queryHere(body) }
  }

  private func queryHere<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try checkFile()
    return try reader.withDatabase(body)
  }

  /// Runs statements that read one snapshot of the store.
  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    guard leavesCaller else { return try readHere(body) }
    return try await aside { () async throws(StoreError) in try readHere(body) }
  }

  private func readHere<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try checkFile()
    return try reader.read(body)
  }

  /// Runs a transaction that changes no note.
  ///
  /// - Parameter isDurable: Whether to wait until it is on the disk, as for ``StoreConnection/write(isDurable:_:)``.
  func write<Value: Sendable>(
    isDurable: Bool = true, _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    guard leavesCaller else { return try await writeHere(isDurable: isDurable, body) }
    return try await aside { () async throws(StoreError) in
      try await writeHere(isDurable: isDurable, body)
    }
  }

  private func writeHere<Value: Sendable>(
    isDurable: Bool, _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try checkFile()
    return try await connection.write(isDurable: isDurable, body)
  }

  /// Runs a transaction that changes notes; an error rolls all changes back. No other process writes meanwhile: while one does,
  /// the wait holds no thread.
  func transaction<Value: Sendable>(
    as kind: ChangeSet.Kind, _ body: @Sendable (NoteTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    guard leavesCaller else { return try await transactionHere(as: kind, body) }
    return try await aside { () async throws(StoreError) in try await transactionHere(as: kind, body) }
  }

  /// Runs a transaction that changes notes, on the caller, with which its body stays.
  func transactionHere<Value>(
    as kind: ChangeSet.Kind, _ body: (NoteTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try checkFile()
    let (value, isChanged) = try await connection.write { database in
      let before = database.totalChangesCount
      return (try run(body, as: kind, in: database), database.totalChangesCount != before)
    }
    // Who listens may run such a transaction whenever it is told, and must come to rest.
    if isChanged { changes.send(kind == .sync ? .everything : .notes) }
    return value
  }

  /// Runs a call on the pool of threads.
  @concurrent
  private func aside<Value: Sendable>(
    _ body: @Sendable () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await body()
  }

  /// Checks that the store's name still names the open file. SQLite goes on with one that was moved away or removed, and what is
  /// written to it would be lost.
  private func checkFile() throws(StoreError) {
    if let openFile, connection.isReplaced(since: openFile) { throw .replaced(path: connection.path) }
  }

  /// Runs a transaction of a store that no other process knows.
  func soleTransaction<Value>(
    as kind: ChangeSet.Kind, _ body: (NoteTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    try connection.write { database in try run(body, as: kind, in: database) }
  }

  private func run<Value>(
    _ body: (NoteTransaction) throws -> Value, as kind: ChangeSet.Kind, in database: Database
  ) throws -> Value {
    // Read here: another thread may have written since.
    let newest = openChangeSet.withLock { $0 }
    let transaction = try NoteTransaction(database, kind: kind, made: wallClock.now(), after: newest)
    let value = try body(transaction)
    let open = try transaction.finish()
    // Not before the commit, which may fail.
    database.afterNextTransaction { [self] _ in openChangeSet.withLock { $0 = open } }
    if transaction.hasRemovedText { hasRemovedText.withLock { $0 = true } }
    return value
  }

  /// Runs a transaction that reads one snapshot of the store. What it changes is rolled back.
  func snapshot<Value>(_ body: (NoteTransaction) throws -> Value) throws(StoreError) -> Value {
    try readHere { database in
      try body(NoteTransaction(database, kind: .sync, made: wallClock.now(), after: nil))
    }
  }

  /// Empties the log if texts were removed since the last time: in the file, their pages are not overwritten before. While another
  /// program reads the store, leaves that to the next call.
  func overwriteRemovedTexts() {
    guard hasRemovedText.withLock({ $0 }) else { return }
    let isDone = try? connection.withDatabase { database in
      let wait = try database.number("PRAGMA busy_timeout")
      try database.execute(sql: "PRAGMA busy_timeout = 0")
      defer { try? database.execute(sql: "PRAGMA busy_timeout = \(wait)") }
      _ = try database.checkpoint(.truncate)
      return true
    }
    if isDone == true { hasRemovedText.withLock { $0 = false } }
  }

  /// Returns a number that another one has replaced once another program has written.
  func versionOfOthers() throws(StoreError) -> Int {
    try checkFile()
    return try connection.withDatabase { try $0.number("PRAGMA data_version") }
  }

  /// Closes the change set that the next changes of its kind would join.
  func endChangeSet() { openChangeSet.withLock { $0 = nil } }
}

/// The store of the notes, opened by the first call that needs it.
///
/// A command that does not use the store, or fails before it does, creates no file.
struct LazyNoteDatabase: Sendable {
  let database: Lazy<NoteDatabase>
  let settings: StoreSettings

  func opened() throws(StoreError) -> NoteDatabase {
    try StoreError.translated(at: settings.path) { try database.value }
  }
}

/// The tables of the notes, version by version.
@Component
struct NoteSchema: StoreSchema {
  /// `nctl` in ASCII.
  let applicationID = 0x6E63_746C

  let scripts = [
    PackageResources._001_notes_sql, PackageResources._002_sync_sql, PackageResources._003_attachments_sql,
    PackageResources._004_indexes_sql, PackageResources._005_imports_sql, PackageResources._006_links_sql,
    PackageResources._007_files_sql, PackageResources._008_encryption_sql,
    PackageResources._009_link_index_sql, PackageResources._010_words_sql, PackageResources._011_settled_conflicts_sql,
    PackageResources._012_rules_sql, PackageResources._013_arrived_files_sql,
    PackageResources._014_rules_of_names_and_links_sql, PackageResources._015_keyring_facts_sql,
    PackageResources._016_memory_of_a_vault_sql, PackageResources._017_first_keyring_sql,
    PackageResources._018_known_revisions_sql,
  ]

  /// The version since which the rules for tags, names, links and words are those of this program: what the indexes have of
  /// notes from earlier versions is found anew. Other rules need a script of their own, so that stores of today are migrated.
  static let rulesVersion = 14

  func addFunctions(to database: Database) { database.addSearch() }

  func finishMigration(of database: Database, from version: Int) throws {
    guard (1..<Self.rulesVersion).contains(version) else { return }
    try database.refillInlineTags()
    try database.refillLinkIndexes()
    try database.refillWords()
  }
}

/// The path of the notes' file, the busy timeout, and the treatment of a missing file.
@Component
package struct StoreSettings: Sendable, Hashable {
  /// The path of the store's file. It and its folders are created when missing, readable by their owner only.
  package var path: String
  /// The time to wait for another process that is writing.
  let busyTimeout: Duration
  let missingStore: MissingStore
  /// Whether the program stays, such as one with screens: it reads beside what it writes, off its main actor, and with small caches,
  /// since the system caches the file, too. A command has one connection, and ends.
  let stays: Bool

  package init(
    path: String, busyTimeoutMilliseconds: Int = 5000, missingStore: MissingStore = .created, stays: Bool = false
  ) {
    self.path = path
    busyTimeout = .milliseconds(busyTimeoutMilliseconds)
    self.missingStore = missingStore
    self.stays = stays
  }
}

/// The treatment of a store that does not exist.
package enum MissingStore: Sendable, Hashable {
  case created
  /// Read as a store without notes. Nothing is created, and nothing can be written.
  case empty
  /// Refused with ``StoreError/missing(path:)``.
  case refused
}
