import GRDB
import NotesDomain

/// Tracks which notes differ from the vault's versions, as local changes are made.
struct LocalChangeTracker {
  private let database: Database

  /// Creates a tracker; `nil` before the first sync, when nothing is tracked.
  init?(_ database: Database) throws {
    guard try database.exists("SELECT 1 FROM sync_state") else { return nil }
    self.database = database
  }

  /// Updates the state of sync of a note that was changed on this device.
  func changed(_ id: NoteID, before: Note?, after: Note?) throws {
    guard
      let known = try database.first(
        "SELECT revision, dirty, block FROM sync_item WHERE id = ?", [.id(id)], decode: SyncItemRow.init)
    else {
      if after != nil { try added(id) }
      return
    }
    // The base of a clean note is the note.
    let base: [UInt8]?
    if known.isDirty {
      base = try database.first("SELECT payload FROM sync_base WHERE id = ?", [.id(id)]) { $0.bytes(0) }
    } else {
      base = before.map(NotePayload.encode)
    }
    let isDirty = base != after.map(NotePayload.encode)
    // What this device could not read in place of the version that it had, the vault has nevertheless: its revision says which
    // versions are earlier ones.
    let isUndecided = known.block == .unreadable && known.revision > .none
    if !isDirty, after == nil, !isUndecided, try !isInOpenBatch(id) {
      // The vault lacks the note, and no push under way adds it.
      try SyncItemRow.remove(id, from: database)
      return
    }
    // A refused note may be accepted after an edit.
    try SyncItemRow(
      revision: known.revision, isDirty: isDirty, block: known.block == .unreadable ? .unreadable : nil
    ).save(id, base: isDirty ? base : nil, to: database)
  }

  private func added(_ id: NoteID) throws {
    let isUnreadable = try database.exists("SELECT 1 FROM sync_unreadable WHERE id = ?", [.id(id)])
    try SyncItemRow(revision: .none, isDirty: true, block: isUnreadable ? .unreadable : nil)
      .save(id, base: nil, to: database)
  }

  private func isInOpenBatch(_ id: NoteID) throws -> Bool {
    try database.exists("SELECT 1 FROM sync_batch_change WHERE note = ?", [.id(id)])
  }
}

/// A row of the table `sync_item`.
struct SyncItemRow {
  private static let unreadable = "unreadable"
  private static let refused = "refused:"

  let revision: Revision
  let isDirty: Bool
  let block: SyncBlock?
}

extension SyncItemRow {
  /// Decodes the columns `revision, dirty, block`.
  init(_ row: SQLRow) {
    var block: SyncBlock?
    if !row.isNull(2) {
      let text = row.text(2)
      let isRefused = text.hasPrefix(Self.refused)
      block = isRefused ? .refused(PushRefusal(code: String(text.dropFirst(Self.refused.count)))) : .unreadable
    }
    self.init(revision: row.revision(0), isDirty: row.bool(1), block: block)
  }

  /// Writes the row of a note, and the vault's version of it if the note differs.
  func save(_ id: NoteID, base: [UInt8]?, to database: Database) throws {
    try database.run(
      "INSERT OR REPLACE INTO sync_item (id, revision, dirty, block) VALUES (?, ?, ?, ?)",
      [.id(id), .revision(revision), .bool(isDirty), blockValue])
    if let base {
      try database.run("INSERT OR REPLACE INTO sync_base (id, payload) VALUES (?, ?)", [.id(id), .bytes(base)])
    } else {
      try database.run("DELETE FROM sync_base WHERE id = ?", [.id(id)])
    }
  }

  /// Returns whether there was a version of the vault beside the note.
  @discardableResult
  static func remove(_ id: NoteID, from database: Database) throws -> Bool {
    try database.run("DELETE FROM sync_item WHERE id = ?", [.id(id)])
    return try database.run("DELETE FROM sync_base WHERE id = ?", [.id(id)]) > 0
  }

  /// Excludes a note from sync until this program can read the vault's version.
  static func markUnreadable(_ id: NoteID, in database: Database) throws {
    try database.run("UPDATE sync_item SET block = ? WHERE id = ?", [.text(unreadable), .id(id)])
  }

  private var blockValue: SQLValue {
    switch block {
    case nil: .null
    case .unreadable: .text(Self.unreadable)
    case .refused(let refusal): .text(Self.refused + refusal.code)
    }
  }
}
