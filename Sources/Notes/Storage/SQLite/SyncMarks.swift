import GRDB
import NotesDomain

/// Keeps true which notes the vault has yet to hear of, while people change them.
struct SyncMarks {
  private let database: Database

  /// Before the first sync there is nothing to keep.
  init?(_ database: Database) throws {
    guard try database.first("SELECT 1 FROM sync_state", [], { _ in true }) ?? false else { return nil }
    self.database = database
  }

  /// Marks a note that somebody changed here.
  func changed(_ id: NoteID, before: Note?, after: Note?) throws {
    guard
      let known = try database.first(
        "SELECT revision, dirty, block FROM sync_item WHERE id = ?", [.id(id)], SyncItemRow.init)
    else { return try added(id, isThere: after != nil) }
    // The base of a clean note is the note.
    let base: [UInt8]?
    if known.isDirty {
      base = try database.first("SELECT payload FROM sync_base WHERE id = ?", [.id(id)]) { $0.bytes(0) }
    } else {
      base = before.map(NotePayload.encode)
    }
    let isDirty = base != after.map(NotePayload.encode)
    if !isDirty, after == nil, try !isUnderWay(id) {
      // The vault does not hold it, and will not.
      try SyncItemRow.remove(id, from: database)
      return
    }
    try SyncItemRow(revision: known.revision, isDirty: isDirty, block: known.block.afterAnEdit)
      .save(id, base: isDirty ? base : nil, to: database)
  }

  private func added(_ id: NoteID, isThere: Bool) throws {
    guard isThere else { return }
    let isUnreadable =
      try database.first("SELECT 1 FROM sync_unreadable WHERE id = ?", [.id(id)]) { _ in true } ?? false
    try SyncItemRow(revision: .none, isDirty: true, block: isUnreadable ? .unreadable : nil)
      .save(id, base: nil, to: database)
  }

  /// Whether the batch that is under way brings the note to the vault.
  private func isUnderWay(_ id: NoteID) throws -> Bool {
    try database.first("SELECT 1 FROM sync_batch_change WHERE note = ?", [.id(id)]) { _ in true } ?? false
  }
}

extension SyncBlock? {
  /// The block after a person changed the note.
  fileprivate var afterAnEdit: SyncBlock? {
    switch self {
    case nil, .refused: nil
    case .unreadable: .unreadable
    }
  }
}
