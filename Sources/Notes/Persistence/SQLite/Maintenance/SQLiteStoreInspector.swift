import Foundation
import GRDB
import NotesDomain

/// The checks of a device's SQLite file, through a connection of its own that does not migrate it.
struct SQLiteStoreInspector: StoreInspector {
  /// The time by which a note may be ahead of the clock without being worth a finding.
  private static let tolerance = Duration.seconds(300)

  let settings: StoreSettings
  let schema: NoteSchema
  let files: StoreFileInspector
  let wallClock: any WallClock

  @concurrent
  func inspect(isDeep: Bool) async -> StoreInspection {
    var inspection = StoreInspection(path: settings.path, library: PersistenceModule.sqliteVersion)
    if StoreBackups.exists(settings.path) {
      do {
        // A restore must not replace the file meanwhile. A missing lock file is not created.
        let lock = try StoreLock(store: settings.path).acquireSharedIfPresent()
        try inspect(&inspection, isDeep: isDeep)
        withExtendedLifetime(lock) {}
      } catch {
        inspection.findings.append(.unusable(StoreError(error, at: settings.path)))
      }
    } else {
      // A chosen directory without a store is mistyped, as for the commands that read.
      inspection.findings.append(
        settings.missingStore == .refused
          ? .unusable(.missing(path: settings.path)) : .noStore(path: settings.path))
    }
    inspection.findings += files.findings()
    return inspection
  }

  private func inspect(_ inspection: inout StoreInspection, isDeep: Bool) throws {
    let reader = try opener.openAsIs(file).queue
    defer { try? reader.close() }
    let found = try reader.read { try schema.version(of: $0) }
    inspection.schema = found
    try schema.check(found, path: settings.path)
    guard found == schema.version else {
      inspection.findings.append(.olderVersion(path: settings.path, found: found, supported: schema.version))
      return try reader.read { try checkIntegrity(of: $0) }
    }
    let now = wallClock.now()
    let result = try reader.read { database -> (StoreContents, [StoreFinding], [EncryptedVault]) in
      try checkIntegrity(of: database)
      var findings = try wrongIndexes(in: database)
      if isDeep { findings += try database.damagedBlobs().map { .damagedAttachment($0.digest) } }
      findings += try futureNotes(in: database, now: now)
      findings += try syncFindings(in: database)
      return (try database.contents(), findings, try encryptedVaults(in: database))
    }
    inspection.contents = result.0
    inspection.findings += result.1
    inspection.encryptedVaults = result.2
    if try !hasRightWords() { inspection.findings.append(.wrongIndex(.words)) }
  }

  private var file: StoreFile { StoreFile(store: settings.path) }

  private var opener: StoreOpener {
    StoreOpener(schema: schema, busyTimeout: settings.busyTimeout, leavesTransactionsOpen: false)
  }

  private func checkIntegrity(of database: Database) throws {
    let results = try database.all("PRAGMA integrity_check(1)") { $0.text(0) }
    guard results == ["ok"] else {
      throw StoreError.corrupt(path: settings.path, detail: results.first ?? "It cannot be checked")
    }
  }

  /// Returns whether the index of words is right; also `true` where it cannot be checked, since that needs a connection that may
  /// write.
  private func hasRightWords() throws -> Bool {
    let (writer, access) = try opener.openAsIs(file, StoreOpener.Access.allCases)
    defer { try? writer.close() }
    guard access == .readWrite else { return true }
    return try readableIndex {
      try writer.inDatabase { database in
        try database.inTransaction(.immediate) {
          try database.checkWords()
          return .rollback
        }
      }
    } != nil
  }

  /// Reads an index; `nil` where it contradicts itself or the notes.
  private func readableIndex<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return nil
    }
  }
}

/// The checks within one snapshot of the store.
extension SQLiteStoreInspector {
  /// Computes the indexes of tags, attachments, names and links from the notes, and compares.
  private func wrongIndexes(in database: Database) throws -> [StoreFinding] {
    var wrong: [StoreFinding.Index] = []
    for (index, name) in zip(NoteIndex.ofColumns, [StoreFinding.Index.tags, .attachments]) {
      let differs = try database.exists(index.strayRows) || database.exists(index.missingRows)
      if differs { wrong.append(name) }
    }
    let computed = try computedRows(in: database)
    if computed.hasWrongTags, !wrong.contains(.tags) { wrong.append(.tags) }
    for (index, table, expected) in [
      (StoreFinding.Index.names, "SELECT name, note FROM note_name", computed.names),
      (.links, "SELECT term, doc FROM note_link_name", computed.links),
    ] {
      let stored = try readableIndex { Set(try database.all(table) { LinkRow(name: $0.text(0), note: $0.integer(1)) }) }
      if stored != expected { wrong.append(index) }
    }
    return wrong.map(StoreFinding.wrongIndex)
  }

  private struct LinkRow: Hashable {
    let name: String
    let note: Int64
  }

  /// The rows of the indexes of names and links, and whether the tags that were found in a text are others than those in it.
  private struct ComputedRows {
    var names: Set<LinkRow> = []
    var links: Set<LinkRow> = []
    var hasWrongTags = false
  }

  private func computedRows(in database: Database) throws -> ComputedRows {
    var computed = ComputedRows()
    try database.statement("SELECT \(NoteColumns.noteColumns), rowid, inline_tags FROM note").forEachRow([]) { row in
      let (note, number) = (NoteColumns.note(row), row.integer(NoteColumns.noteColumnCount))
      if TagList.decode(row.text(NoteColumns.noteColumnCount + 1)) != note.inlineTags { computed.hasWrongTags = true }
      for name in note.names { computed.names.insert(LinkRow(name: name.key, note: number)) }
      for name in NoteLink.names(in: note.body) { computed.links.insert(LinkRow(name: name.key, note: number)) }
      return true
    }
    return computed
  }

  private func futureNotes(in database: Database, now: Timestamp) throws -> [StoreFinding] {
    let limit = now + Self.tolerance
    let count = try database.number(
      "SELECT count(*) FROM note WHERE modified > ?1 OR created > ?1", [.timestamp(limit)])
    guard count > 0 else { return [] }
    let last = try database.first(
      "SELECT id, max(modified, created) AS time FROM note ORDER BY time DESC LIMIT 1"
    ) { (id: $0.id(0), time: $0.timestamp(1)) }
    return last.map { [.futureNotes(count: count, last: $0.id, time: $0.time)] } ?? []
  }

  /// Finds what sync has left for a person to decide.
  private func syncFindings(in database: Database) throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let conflicts = try database.openConflictCount()
    if conflicts > 0 { findings.append(.conflicts(conflicts)) }
    let blocked = try database.number(
      """
      SELECT count(*) FROM (SELECT id FROM sync_item WHERE block IS NOT NULL UNION SELECT id FROM sync_unreadable)
      """)
    // The beginnings, which tell what set a version aside.
    let heads = try database.all("SELECT substr(payload, 1, 2) FROM sync_unreadable") { $0.bytes(0) }
    let setAside = heads.count { SetAsideVersion(payload: $0) != nil }
    if blocked > setAside { findings.append(.blockedNotes(blocked - setAside)) }
    if setAside > 0 { findings.append(.setAsideVersions(setAside)) }
    let brake = try database.first(
      "SELECT brake_deletions, brake_notes FROM sync_state WHERE brake_deletions IS NOT NULL"
    ) { DeletionBrake(deletions: $0.int(0), notes: $0.int(1)) }
    if let brake { findings.append(.deletionBrake(brake)) }
    return findings
  }

  private func encryptedVaults(in database: Database) throws -> [EncryptedVault] {
    try database.all("SELECT vault, sealing, owes_code FROM keyring ORDER BY vault") { row in
      VaultID(row.text(0)).map {
        EncryptedVault($0, stage: EncryptionStage(rawValue: row.int(1)) ?? .encrypting, owesCode: row.bool(2))
      }
    }.compactMap(\.self)
  }
}
