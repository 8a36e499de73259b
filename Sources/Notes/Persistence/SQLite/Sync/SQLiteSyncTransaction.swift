import GRDB
import NotesDomain

/// The steps of a sync in one ``NoteTransaction``.
struct SQLiteSyncTransaction: SyncTransaction {
  let transaction: NoteTransaction
  /// The path of the store, for its errors.
  let path: String

  /// Runs statements and translates their errors.
  func access<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.translated(at: path) { try body(transaction.database) }
  }

  // MARK: The state of the device

  func state() throws(StoreError) -> SyncState? {
    try access { database in
      try database.first(
        """
        SELECT device, next_batch, epoch, cursor, floor, snapshot_after, snapshot_floor, forked_at, deletions,
          brake_deletions, brake_notes, last_success
        FROM sync_state
        """
      ) { row in
        var state = SyncState(device: DeviceID(bits: row.bits(0)))
        state.nextBatch = row.int(1)
        state.epoch = row.isNull(2) ? nil : Epoch(bits: row.bits(2))
        state.cursor = row.revision(3)
        state.floor = row.optionalRevision(4)
        state.snapshot = row.optionalRevision(5).map { SyncSnapshot(after: $0, floor: row.optionalRevision(6)) }
        state.forkedAt = row.optionalRevision(7)
        state.deletions = row.int(8)
        state.deletionBrake = row.isNull(9) ? nil : DeletionBrake(deletions: row.int(9), notes: row.int(10))
        state.lastSuccess = row.optionalTimestamp(11)
        return state
      }
    }
  }

  func save(state: SyncState) throws(StoreError) {
    try access { database in
      let isFirst = try !database.exists("SELECT 1 FROM sync_state")
      try database.run(
        """
        INSERT OR REPLACE INTO sync_state (id, device, next_batch, epoch, cursor, floor, snapshot_after, snapshot_floor,
          forked_at, deletions, brake_deletions, brake_notes, last_success)
        VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .bits(state.device.bits), .integer(state.nextBatch), state.epoch.map { .bits($0.bits) } ?? .null,
          .revision(state.cursor), .revision(state.floor), .revision(state.snapshot?.after),
          .revision(state.snapshot?.floor), .revision(state.forkedAt), .integer(state.deletions),
          .integer(state.deletionBrake.map { Int64($0.deletions) }),
          .integer(state.deletionBrake.map { Int64($0.notes) }),
          .timestamp(state.lastSuccess),
        ])
      guard isFirst else { return }
      try database.run(
        """
        INSERT OR IGNORE INTO sync_item (id, revision, dirty, block) SELECT id, 0, 1, NULL FROM note ORDER BY id
        """)
    }
  }

  func counts() throws(StoreError) -> SyncCounts {
    try access { database in
      SyncCounts(
        notes: try database.number("SELECT count(*) FROM note"),
        pending: try database.number("SELECT count(*) FROM sync_item WHERE dirty = 1 AND block IS NULL"))
    }
  }

  // MARK: The batch under way

  func batch() throws(StoreError) -> PushBatch? {
    try access { database in
      try database.first("SELECT epoch, device, number FROM sync_batch") { row in
        PushBatch(
          epoch: Epoch(bits: row.bits(0)), device: DeviceID(bits: row.bits(1)), number: row.int(2),
          changes: try database.all("SELECT note, base, payload, blobs FROM sync_batch_change ORDER BY position") {
            row in
            PushChange(id: row.id(0), base: row.revision(1), payload: row.optionalBytes(2), blobs: row.digests(3))
          })
      }
    }
  }

  func save(batch: PushBatch?) throws(StoreError) {
    try access { database in
      try database.run("DELETE FROM sync_batch_change")
      try database.run("DELETE FROM sync_batch")
      guard let batch else { return }
      try database.run(
        "INSERT INTO sync_batch (id, epoch, device, number) VALUES (1, ?, ?, ?)",
        [.bits(batch.epoch.bits), .bits(batch.device.bits), .integer(batch.number)])
      let statement = try database.statement(
        "INSERT INTO sync_batch_change (note, base, payload, blobs) VALUES (?, ?, ?, ?)")
      for change in batch.changes {
        try statement.run([.id(change.id), .revision(change.base), .bytes(change.payload), .digests(change.blobs)])
      }
    }
  }

  // MARK: Links

  func mendLinks(after updates: [NoteUpdate]) throws(StoreError) {
    _ = try access { _ in try transaction.mendLinks(after: updates, keepsTakenFiles: true) }
  }

  // MARK: Conflicts and merges

  func record(conflict: NoteConflict) throws(StoreError) {
    try access { database in try database.record(conflict) }
  }

  func forget(conflict id: NoteConflict.ID) throws(StoreError) -> Bool {
    try access { try $0.forget(conflict: id) }
  }

  func record(merge merging: MergeRecord) throws(StoreError) {
    transaction.record(merging)
  }

  func conflictCount() throws(StoreError) -> Int {
    try access { try $0.openConflictCount() }
  }
}

/// The notes and their state.
extension SQLiteSyncTransaction {
  func item(_ id: NoteID) throws(StoreError) -> SyncItem? {
    try access { database in
      guard
        let row = try database.first(
          "SELECT revision, dirty, block FROM sync_item WHERE id = ?", [.id(id)], decode: SyncItemRow.init)
      else { return nil }
      let local = try database.note(id)
      let base =
        row.isDirty
        ? try database.first("SELECT payload FROM sync_base WHERE id = ?", [.id(id)]) { try $0.payload(0, of: id) }
        : local
      return SyncItem(revision: row.revision, base: base, local: local, block: row.block)
    }
  }

  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError) {
    try access { database in
      try transaction.applySynced(item?.local, for: id)
      if let item {
        try SyncItemRow(revision: item.revision, isDirty: item.isDirty, block: item.block)
          .save(id, base: item.isDirty ? item.base.map(NotePayload.encode) : nil, to: database)
      } else {
        if try SyncItemRow.remove(id, from: database) { transaction.removesText() }
      }
      guard item?.block != .unreadable else { return }
      try database.run("DELETE FROM sync_unreadable WHERE id = ?", [.id(id)])
    }
  }

  func pending(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    try access { database in
      try database.all(
        """
        SELECT id FROM sync_item WHERE dirty = 1 AND block IS NULL \(id == nil ? "" : "AND id > ?") ORDER BY id LIMIT ?
        """, [id.map(SQLValue.id), .limit(limit)].compactMap(\.self)
      ) { $0.id(0) }
    }
  }

  func blocked() throws(StoreError) -> [NoteID] {
    try access { database in
      try database.all(
        "SELECT id FROM sync_item WHERE block IS NOT NULL UNION SELECT id FROM sync_unreadable ORDER BY id"
      ) { $0.id(0) }
    }
  }

  func saveUnreadable(_ item: VaultItem) throws(StoreError) {
    try access { database in
      try database.run(
        "INSERT OR REPLACE INTO sync_unreadable (id, revision, payload) VALUES (?, ?, ?)",
        [.id(item.id), .revision(item.revision), .bytes(item.payload)])
      try SyncItemRow.markUnreadable(item.id, in: database)
    }
  }

  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try access { try $0.vaultItems(in: "sync_unreadable", after: id, limit: limit) }
  }

  func hasHad(_ version: Note) throws(StoreError) -> Bool {
    try access { database in
      let payload = SQLValue.bytes(NotePayload.encode(version))
      return try database.exists(
        "SELECT 1 FROM version WHERE note = ? AND (before = ? OR merge_theirs = ?)",
        [.id(version.id), payload, payload])
    }
  }

  func arrivedFiles(after id: NoteID?, limit: Int) throws(StoreError) -> [(NoteID, ArrivedFiles)] {
    try access { database in
      try database.all(
        "SELECT id, again FROM sync_arrived_files \(id == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?",
        [id.map(SQLValue.id), .limit(limit)].compactMap(\.self)
      ) { ($0.id(0), $0.int(1) == 0 ? .unchecked : .toSendAgain) }
    }
  }

  func save(arrivedFiles: ArrivedFiles?, of id: NoteID) throws(StoreError) {
    try access { database in
      if let arrivedFiles {
        _ = try database.run(
          "INSERT OR REPLACE INTO sync_arrived_files (id, again) VALUES (?, ?)",
          [.id(id), .integer(arrivedFiles == .toSendAgain ? 1 : 0)])
      } else {
        _ = try database.run("DELETE FROM sync_arrived_files WHERE id = ?", [.id(id)])
      }
    }
  }
}

/// Notes that the vault never had, and the records of imported files.
extension SQLiteSyncTransaction {
  func unsentNotes(titled title: String, in notebook: Notebook) throws(StoreError) -> [Note] {
    guard let name = NoteName(title) else { return [] }
    return try access { database in
      try database.all(
        """
        SELECT \(NoteColumns.noteColumns) FROM note_name
        JOIN note ON note.rowid = note_name.note AND note.trashed IS NULL
        JOIN sync_item AS item ON item.id = note.id AND item.revision = 0 AND item.block IS NULL
        WHERE note_name.name = ? AND note.title = ? ORDER BY note.id
        """, [.text(name.key), .text(title)]
      ) { NoteColumns.note($0) }
    }.filter { $0.notebook == notebook }
  }

  func unsentImports(at place: NotePlace) throws(StoreError) -> [UnsentImport] {
    // Few devices import before their first sync, and a new one receives every note of the vault.
    guard try access({ _ in try transaction.hasUnsentNotes() }) else { return [] }
    return try access { database in
      try database.all(
        """
        SELECT \(NoteColumns.noteColumns), record.content FROM import_record AS record
        JOIN sync_item AS item ON item.id = record.note AND item.revision = 0 AND item.block IS NULL
        JOIN note ON note.id = record.note
        WHERE record.path IN (\(place.paths.map { _ in "?" }.joined(separator: ", "))) ORDER BY note.id
        """, place.paths.map(SQLValue.text)
      ) { row in
        let content = row.optionalInteger(NoteColumns.noteColumnCount)
        return UnsentImport(
          note: NoteColumns.note(row), imported: content.map { ContentDigest(value: UInt64(bitPattern: $0)) })
      }
    }
  }

  func rename(_ id: NoteID, to other: NoteID) throws(StoreError) {
    try access { database in
      try transaction.rename(id, to: other)
      try database.run("UPDATE import_record SET note = ? WHERE note = ?", [.id(other), .id(id)])
      try SyncItemRow.remove(id, from: database)
    }
  }
}

/// The snapshot under way.
extension SQLiteSyncTransaction {
  func stage(_ items: [VaultItem]) throws(StoreError) {
    try access { database in
      let statement = try database.statement(
        "INSERT OR REPLACE INTO sync_staged (id, revision, payload) VALUES (?, ?, ?)")
      for item in items {
        try statement.run([.id(item.id), .revision(item.revision), .bytes(item.payload)])
      }
    }
  }

  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try access { try $0.vaultItems(in: "sync_staged", after: id, limit: limit) }
  }

  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    try access { database in
      try database.all(
        """
        SELECT id FROM sync_item
        WHERE revision > 0 AND NOT EXISTS (SELECT 1 FROM sync_staged WHERE sync_staged.id = sync_item.id)
          \(id == nil ? "" : "AND id > ?")
        ORDER BY id LIMIT ?
        """, [id.map(SQLValue.id), .limit(limit)].compactMap(\.self)
      ) { $0.id(0) }
    }
  }

  func discardStaged() throws(StoreError) {
    try access { _ = try $0.run("DELETE FROM sync_staged") }
  }
}

extension Database {
  /// The maximum size of a page of payloads in bytes, unless its first item alone is larger.
  private static let pageBytes = 4_000_000

  /// Returns the next items of a table that stores items of the vault, by id. Fewer than the limit when they are large.
  fileprivate func vaultItems(in table: StaticString, after id: NoteID?, limit: Int) throws -> [VaultItem] {
    var items: [VaultItem] = []
    var bytes = 0
    try statement("SELECT id, revision, payload FROM \(table) \(id == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?")
      .forEachRow([id.map(SQLValue.id), .limit(limit)].compactMap(\.self)) { row in
        bytes += row.byteCount(2)
        guard items.isEmpty || bytes <= Self.pageBytes else { return false }
        items.append(VaultItem(id: row.id(0), revision: row.revision(1), payload: row.optionalBytes(2)))
        return true
      }
    return items
  }
}
