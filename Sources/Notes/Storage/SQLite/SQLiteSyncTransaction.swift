import GRDB
import NotesDomain

/// The steps of a sync in one transaction of ``NoteJournal``.
struct SQLiteSyncTransaction: SyncTransaction {
  let writer: NoteWriter
  /// Where the store is, for its errors.
  let path: String

  /// Runs some statements, with the errors of the store.
  func access<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.translated(at: path) { try body(writer.database) }
  }

  // MARK: Where the device stands

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
        state.nextBatch = Int(row.integer(1))
        state.epoch = row.isNull(2) ? nil : Epoch(bits: row.bits(2))
        state.cursor = row.revision(3)
        state.floor = row.revisionIfAny(4)
        state.snapshot = row.revisionIfAny(5).map { SyncSnapshot(after: $0, floor: row.revisionIfAny(6)) }
        state.forkedAt = row.revisionIfAny(7)
        state.deletions = Int(row.integer(8))
        state.brake = row.integerIfAny(9).map { DeletionBrake(deletions: Int($0), notes: Int(row.integer(10))) }
        state.lastSuccess = row.momentIfAny(11)
        return state
      }
    }
  }

  func save(state: SyncState) throws(StoreError) {
    try access { database in
      let isFirst = try database.first("SELECT 1 FROM sync_state") { _ in true } == nil
      try database.run(
        """
        INSERT OR REPLACE INTO sync_state (id, device, next_batch, epoch, cursor, floor, snapshot_after, snapshot_floor,
          forked_at, deletions, brake_deletions, brake_notes, last_success)
        VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .bits(state.device.bits), .integer(Int64(state.nextBatch)), state.epoch.map { .bits($0.bits) } ?? .null,
          .revision(state.cursor), .revision(state.floor), .revision(state.snapshot?.after),
          .revision(state.snapshot?.floor), .revision(state.forkedAt), .integer(Int64(state.deletions)),
          .integer(state.brake.map { Int64($0.deletions) }), .integer(state.brake.map { Int64($0.notes) }),
          .moment(state.lastSuccess),
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
          epoch: Epoch(bits: row.bits(0)), device: DeviceID(bits: row.bits(1)), number: Int(row.integer(2)),
          changes: try database.all("SELECT note, base, payload, blobs FROM sync_batch_change ORDER BY position") {
            row in
            PushChange(id: row.id(0), base: row.revision(1), payload: row.bytesIfAny(2), blobs: row.digests(3))
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
        [.bits(batch.epoch.bits), .bits(batch.device.bits), .integer(Int64(batch.number))])
      let statement = try database.statement(
        "INSERT INTO sync_batch_change (note, base, payload, blobs) VALUES (?, ?, ?, ?)")
      for change in batch.changes {
        try statement.run([.id(change.id), .revision(change.base), .bytes(change.payload), .digests(change.blobs)])
      }
    }
  }

  // MARK: What people will want to look at

  func record(conflict: NoteConflict) throws(StoreError) {
    try access { database in
      _ = try database.run(
        "INSERT OR REPLACE INTO conflict (copy, note, base, theirs, ours, met) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .id(conflict.copy), .id(conflict.note), .payload(conflict.base), .payload(conflict.theirs),
          .payload(conflict.ours), .moment(conflict.met),
        ])
    }
  }

  func record(merging: NoteMerging) throws(StoreError) {
    writer.history.record(merging)
  }

  func conflictCount() throws(StoreError) -> Int {
    try access { try $0.number("SELECT count(*) FROM conflict") }
  }
}
