import GRDB
import NotesDomain

/// A row of table `sync_item`.
struct SyncItemRow {
  private static let unreadable = "unreadable"
  private static let refused = "refused:"

  let revision: Revision
  let isDirty: Bool
  let block: SyncBlock?

  init(revision: Revision, isDirty: Bool, block: SyncBlock?) {
    self.revision = revision
    self.isDirty = isDirty
    self.block = block
  }

  /// Reads the columns `revision, dirty, block`, in this order.
  init(_ row: SQLRow) {
    revision = row.revision(0)
    isDirty = row.flag(1)
    guard !row.isNull(2) else {
      block = nil
      return
    }
    let text = row.text(2)
    block =
      text.hasPrefix(Self.refused) ? .refused(Refusal(code: String(text.dropFirst(Self.refused.count)))) : .unreadable
  }

  /// Writes the row of a note, and its base.
  func save(_ id: NoteID, base: [UInt8]?, to database: Database) throws {
    try database.run(
      "INSERT OR REPLACE INTO sync_item (id, revision, dirty, block) VALUES (?, ?, ?, ?)",
      [.id(id), .revision(revision), .flag(isDirty), blockValue])
    if let base {
      try database.run("INSERT OR REPLACE INTO sync_base (id, payload) VALUES (?, ?)", [.id(id), .bytes(base)])
    } else {
      try database.run("DELETE FROM sync_base WHERE id = ?", [.id(id)])
    }
  }

  /// Forgets a note.
  static func remove(_ id: NoteID, from database: Database) throws {
    try database.run("DELETE FROM sync_item WHERE id = ?", [.id(id)])
    try database.run("DELETE FROM sync_base WHERE id = ?", [.id(id)])
  }

  /// Leaves a note out of sync until what the vault holds of it can be read.
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
