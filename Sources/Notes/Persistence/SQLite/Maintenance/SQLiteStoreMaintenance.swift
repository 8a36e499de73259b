import GRDB
import NotesDomain

/// The maintenance of a device's SQLite file as a whole.
struct SQLiteStoreMaintenance: StoreMaintenance {
  let store: LazyNoteDatabase
  let schema: NoteSchema
  let randomness: any Randomness
  let wallClock: any WallClock

  private var settings: StoreSettings { store.settings }
  private var backups: StoreBackups { StoreBackups(store: settings.path) }

  @concurrent
  func backUp(to path: String, replacing: Bool) async throws(MaintenanceError) -> StoreContents {
    try StoreBackups.translated(at: path) {
      let connection = try opened().connection
      var copied: (contents: StoreContents, isExact: Bool)?
      return try backups.create(at: path, replacing: replacing) { copy in
        copied = try connection.withDatabase { database in
          let before = try database.number("PRAGMA data_version")
          try database.execute(sql: "VACUUM INTO ?", arguments: [copy])
          // Other commands may write meanwhile, which changes the store, and not the copy.
          return (try database.contents(), try database.number("PRAGMA data_version") == before)
        }
      } verify: { copy in
        var found = try reading(copy) { try $0.contents() }
        if let copied, copied.isExact, found != copied.contents {
          throw StoreError.failed(path: path, detail: "The copy has other contents than the store")
        }
        found.damaged = try reading(copy) { try $0.damagedBlobs().map(\.digest) }
        return found
      }
    }
  }

  @concurrent
  func restore(from path: String) async throws(MaintenanceError) -> RestoredStore {
    try StoreBackups.translated(at: path) {
      let (prepared, replaced) = try backups.restore(from: path, prepare: prepare)
      return RestoredStore(contents: prepared.contents, replaced: replaced, hasSynced: prepared.hasSynced)
    }
  }

  @concurrent
  func eraseRemains() async throws(MaintenanceError) {
    try StoreBackups.translated(at: settings.path) {
      try opened().connection.withDatabase { try $0.eraseRemainingWords() }
    }
  }

  @concurrent
  func rebuild() async throws(MaintenanceError) {
    try StoreBackups.translated(at: settings.path) {
      let connection = try opened().connection
      try connection.write { try $0.rebuildIndexes() }
      try connection.withDatabase { database in
        try database.execute(sql: "VACUUM")
        _ = try database.checkpoint(.truncate)
      }
    }
  }

  /// Opens the present store. Does not create a missing one.
  private func opened() throws -> NoteDatabase {
    guard StoreBackups.exists(settings.path) else { throw MaintenanceError.missing(path: settings.path) }
    return try store.opened()
  }

  /// Migrates a copy of a backup, checks it, begins a new device in it, and merges its log into the file.
  private func prepare(_ path: String) throws -> (contents: StoreContents, hasSynced: Bool) {
    let connection = try StoreConnection(schema: schema, path: path, busyTimeout: settings.busyTimeout)
    var contents = try connection.withDatabase { database in
      try BackupCheck(database: database, path: path).checkSchema(schema)
      try database.checkWords()
      return try database.contents()
    }
    contents.damaged = try connection.read { try $0.damagedBlobs().map(\.digest) }
    let database = NoteDatabase(connection: connection, wallClock: wallClock)
    let hasSynced = try database.soleTransaction(as: .sync) { transaction in
      let sync = SQLiteSyncTransaction(transaction: transaction, path: path)
      try sync.continueAfterRestore(as: DeviceID(using: randomness))
      return try sync.state()?.epoch != nil
    }
    try connection.withDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try connection.close()
    return (contents, hasSynced)
  }

  private func reading<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { [schema] in schema.addFunctions(to: $0) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read(body)
  }
}

/// The steps of maintenance on the tables of the notes.
extension Database {
  /// Counts the records, without the damaged blobs.
  func contents() throws -> StoreContents {
    StoreContents(
      notes: try number("SELECT count(*) FROM note"),
      versions: try number("SELECT count(*) FROM version WHERE before IS NOT NULL"),
      attachments: try number("SELECT count(*) FROM blob WHERE received = size"))
  }

  /// Returns the complete blobs that do not match their digest. Reads all blobs: a second for each gigabyte or two.
  func damagedBlobs() throws -> [BlobRow] {
    let blobs = try all("SELECT digest FROM blob WHERE received = size ORDER BY digest") { BlobDigest($0.text(0)) }
    return try blobs.compactMap { try $0.flatMap(blob) }.filter { try !matchesDigest($0) }
  }

  /// Throws an error of SQLite unless the index of words has exactly the words of the notes. Writes nothing, but excludes
  /// other writers. Two seconds for 100,000 notes.
  func checkWords() throws {
    try execute(sql: "INSERT INTO note_fts (note_fts, rank) VALUES ('integrity-check', 1)")
  }

  /// Removes the words and links of deleted notes from their indexes, and empties the log.
  ///
  /// The indexes only mark them as deleted: they stay until the parts that contain them are merged. Merging all of them takes
  /// less than a second for 100,000 notes. Freed pages are overwritten; see ``StoreLayout/overwritesDeleted``.
  func eraseRemainingWords() throws {
    for index in ["note_fts", "note_link"] {
      try execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
    }
    _ = try checkpoint(.truncate)
  }

  /// Fills the indexes anew from the notes. Six seconds for 100,000 notes.
  func rebuildIndexes() throws {
    // The index of tags is filled from this column.
    try refillInlineTags()
    for index in NoteIndex.ofColumns {
      try run("DELETE FROM \(index.table)")
      try run("INSERT OR IGNORE INTO \(index.table) (\(index.columns.joined(separator: ", "))) \(index.rows)")
    }
    try refillLinkIndexes()
    try refillWords()
  }

  /// Fills the index of words anew.
  func refillWords() throws { try execute(sql: "INSERT INTO note_fts (note_fts) VALUES ('rebuild')") }
}
