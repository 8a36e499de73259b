import NotesDomain

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
        """, [id.map(SQLValue.id), .integer(Int64(max(0, limit)))].compactMap { $0 }
      ) { $0.id(0) }
    }
  }

  func dropStage() throws(StoreError) {
    try access { _ = try $0.run("DELETE FROM sync_staged") }
  }
}
