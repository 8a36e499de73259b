import GRDB
import NotesDomain

/// The keyrings and sealed blobs that this device knows, in the file of the notes.
struct SQLiteEncryptionStore: EncryptionStore {
  let store: LazyNoteDatabase

  func keyring(of vault: VaultID) async throws(StoreError) -> KnownKeyring? {
    try await store.opened().query { database in try Self.keyring(of: vault, in: database) }
  }

  func updateKeyring(
    of vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(StoreError) {
    _ = try await store.opened().write { database in
      let next = change(try Self.keyring(of: vault, in: database))
      try database.run(
        """
        INSERT OR REPLACE INTO keyring
          (vault, generation, bytes, sealing, rotated, owes_code, retired, plain_text_received, plain_text_end)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(vault.name), .integer(Int64(next.keyring?.generation.number ?? 0)),
          .bytes(next.keyring?.bytes ?? []), .integer(next.stage.rawValue), .revision(next.rotated),
          .bool(next.owesCode), .bytes(Self.bytes(of: next.retired)), .revision(next.plainText?.received),
          .revision(next.plainText?.end),
        ])
    }
  }

  /// Returns what the store knows of a keyring. The generation 0 is that of none: they are counted from 1.
  private static func keyring(of vault: VaultID, in database: Database) throws -> KnownKeyring? {
    try database.first(
      """
      SELECT generation, bytes, sealing, rotated, owes_code, retired, plain_text_received, plain_text_end
      FROM keyring WHERE vault = ?
      """, [.text(vault.name)]
    ) { row in
      let generation = UInt32(exactly: row.integer(0)).flatMap { KeyringGeneration($0) }
      return KnownKeyring(
        generation.map { Keyring(generation: $0, bytes: row.bytes(1)) },
        stage: EncryptionStage(rawValue: row.int(2)) ?? .encrypting,
        rotated: row.optionalRevision(3), retired: Self.retired(in: row.bytes(5)),
        plainText: row.optionalRevision(6).map { .init(received: $0, end: row.optionalRevision(7)) },
        owesCode: row.bool(4))
    }
  }

  private static func bytes(of retired: [VaultKeyID: Revision]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (key, revision) in retired.sorted(by: { $0.key.bits < $1.key.bits }) {
      bytes.append(bigEndian: key.bits)
      bytes.append(bigEndian: UInt64(bitPattern: revision.number))
    }
    return bytes
  }

  private static func retired(in bytes: [UInt8]) -> [VaultKeyID: Revision] {
    var retired: [VaultKeyID: Revision] = [:]
    for start in stride(from: 0, to: bytes.count - bytes.count % 16, by: 16) {
      let revision = Int64(bitPattern: UInt64(bigEndian: bytes[(start + 8)..<(start + 16)]))
      retired[VaultKeyID(bits: UInt64(bigEndian: bytes[start..<(start + 8)]))] = Revision(revision)
    }
    return retired
  }

  func sealedBlobs(
    _ digests: [BlobDigest], in vault: VaultID
  ) async throws(StoreError) -> [BlobDigest: SealedBlob] {
    try await store.opened().read { database in
      var blobs: [BlobDigest: SealedBlob] = [:]
      for digest in digests {
        blobs[digest] =
          try database.first(
            "SELECT size, sealed, key FROM sealed_blob WHERE vault = ? AND digest = ?",
            [.text(vault.name), .bytes(digest.bytes)]
          ) { row in
            BlobDigest(bytes: row.bytes(1)).map {
              SealedBlob(
                digest: digest, size: row.int(0), sealed: $0, key: VaultKeyID(bits: UInt64(bitPattern: row.integer(2))))
            }
          } ?? nil
      }
      return blobs
    }
  }

  func save(_ blobs: [SealedBlob], in vault: VaultID) async throws(StoreError) {
    if blobs.isEmpty { return }
    // What is lost in a power failure is made or received again.
    try await store.opened().write(isDurable: false) { database in
      for blob in blobs {
        try database.run(
          "INSERT OR REPLACE INTO sealed_blob (vault, digest, size, sealed, key) VALUES (?, ?, ?, ?, ?)",
          [
            .text(vault.name), .bytes(blob.digest.bytes), .integer(blob.size), .bytes(blob.sealed.bytes),
            .integer(Int64(bitPattern: blob.key.bits)),
          ])
      }
    }
  }

  /// A table with a revision for each note of a vault, in an epoch.
  private enum RevisionTable: String, CaseIterable {
    case deletions = "sealed_deletion"
    case floors = "known_revision"
  }

  func deletions(
    of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision] {
    try await revisions(.deletions, of: notes, in: vault, epoch: epoch)
  }

  func save(deletions: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try await save(deletions, in: .deletions, of: vault, epoch: epoch)
  }

  func floors(of notes: [NoteID], in vault: VaultID, epoch: Epoch) async throws(StoreError) -> [NoteID: Revision] {
    try await revisions(.floors, of: notes, in: vault, epoch: epoch)
  }

  func save(floors: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try await save(floors, in: .floors, of: vault, epoch: epoch)
  }

  func removeFloors(in vault: VaultID) async throws(StoreError) {
    let store = try store.opened()
    let values: [SQLValue] = [.text(vault.name)]
    let hasNone = try await store.read { database in
      try !database.exists("SELECT 1 FROM known_revision WHERE vault = ?", values)
    }
    if hasNone { return }
    _ = try await store.write { database in try database.run("DELETE FROM known_revision WHERE vault = ?", values)
    }
  }

  private func revisions(
    _ table: RevisionTable, of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision] {
    try await store.opened().read { database in
      var revisions: [NoteID: Revision] = [:]
      // A device that receives a whole vault for the first time asks for each note, and knows of none.
      guard try database.exists("SELECT 1 FROM \(table.rawValue) WHERE vault = ?", [.text(vault.name)]) else {
        return revisions
      }
      for note in notes {
        revisions[note] = try database.first(
          "SELECT revision FROM \(table.rawValue) WHERE vault = ? AND note = ? AND epoch = ?",
          [.text(vault.name), .id(note), .bits(epoch.bits)]
        ) { $0.revision(0) }
      }
      return revisions
    }
  }

  private func save(
    _ revisions: [NoteID: Revision], in table: RevisionTable, of vault: VaultID, epoch: Epoch
  ) async throws(StoreError) {
    if revisions.isEmpty { return }
    // What is lost in a power failure arrives again, or is sent or read again.
    try await store.opened().write(isDurable: false) { database in
      for (note, revision) in revisions {
        try database.run(
          """
          INSERT INTO \(table.rawValue) (vault, note, revision, epoch) VALUES (?, ?, ?, ?)
          ON CONFLICT (vault, epoch, note) DO UPDATE SET revision = excluded.revision WHERE excluded.revision > revision
          """,
          [.text(vault.name), .id(note), .revision(revision), .bits(epoch.bits)])
      }
    }
  }

  func moveDeletions(in vault: VaultID, to change: EpochChange) async throws(StoreError) {
    let store = try store.opened()
    let others: [SQLValue] = [.text(vault.name), .bits(change.epoch.bits)]
    // Almost always there are none, and a read blocks no other program.
    let isDone = try await store.read { database in
      try !RevisionTable.allCases.contains { table in
        try database.exists("SELECT 1 FROM \(table.rawValue) WHERE vault = ? AND epoch <> ?", others)
      }
    }
    if isDone { return }
    _ = try await store.write { database in
      try database.run(
        """
        INSERT OR IGNORE INTO sealed_deletion (vault, epoch, note, revision)
        SELECT vault, ?2, note, max(revision) FROM sealed_deletion
        WHERE vault = ?1 AND epoch <> ?2 AND revision <= ?3 GROUP BY note
        """, others + [.revision(change.forkedAt)])
      for table in RevisionTable.allCases {
        try database.run("DELETE FROM \(table.rawValue) WHERE vault = ? AND epoch <> ?", others)
      }
    }
  }

  func acceptedChanges(of vault: VaultID) async throws(StoreError) -> AcceptedChanges {
    try await store.opened().read { database in
      var changes = AcceptedChanges()
      let rows = try database.all(
        "SELECT epoch, note, revision FROM accepted_change WHERE vault = ?", [.text(vault.name)]
      ) { row in (epoch: Epoch(bits: row.bits(0)), note: row.id(1), revision: row.revision(2)) }
      for row in rows {
        changes.epoch = row.epoch
        changes.revisions[row.note] = row.revision
      }
      return changes
    }
  }

  func save(_ changes: AcceptedChanges, of vault: VaultID) async throws(StoreError) {
    // What is lost in a power failure was not noticed to be missing: no more than a program that ends earlier notices.
    try await store.opened().write(isDurable: false) { database in
      try database.run("DELETE FROM accepted_change WHERE vault = ?", [.text(vault.name)])
      guard let epoch = changes.epoch else { return }
      for (note, revision) in changes.revisions {
        try database.run(
          "INSERT INTO accepted_change (vault, note, revision, epoch) VALUES (?, ?, ?, ?)",
          [.text(vault.name), .id(note), .revision(revision), .bits(epoch.bits)])
      }
    }
  }
}
