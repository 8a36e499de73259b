import NotesDomain

extension SQLiteSyncTransaction {
  func item(_ id: NoteID) throws(StoreError) -> SyncItem? {
    try access { database in
      guard
        let row = try database.first(
          "SELECT revision, dirty, block FROM sync_item WHERE id = ?", [.id(id)], SyncItemRow.init)
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
      try writer.adopt(item?.local, for: id)
      if let item {
        try SyncItemRow(revision: item.revision, isDirty: item.isDirty, block: item.block)
          .save(id, base: item.isDirty ? item.base.map(NotePayload.encode) : nil, to: database)
      } else {
        try SyncItemRow.remove(id, from: database)
      }
      guard item?.block != .unreadable else { return }
      try database.run("DELETE FROM sync_unreadable WHERE id = ?", [.id(id)])
    }
  }

  func pending(limit: Int) throws(StoreError) -> [NoteID] {
    try access { database in
      try database.all(
        "SELECT id FROM sync_item WHERE dirty = 1 AND block IS NULL ORDER BY id LIMIT ?",
        [.integer(Int64(max(0, limit)))]
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

  func setAside(_ item: VaultItem) throws(StoreError) {
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
}
