/// The maintenance of a device's store as a whole.
package protocol StoreMaintenance: Sendable {
  /// Copies the store as it is at one time, also while other commands use it. The copy gets its name when it is complete,
  /// verified and durable.
  ///
  /// - Parameter replacing: Whether the copy may replace a file of that name.
  func backUp(to path: String, replacing: Bool) async throws(MaintenanceError) -> StoreContents

  /// Replaces the store with a backup, atomically, and begins a new device in it; see
  /// ``SyncTransaction/continueAfterRestore(as:)``. No other process may have the store open. The backup does not change.
  func restore(from path: String) async throws(MaintenanceError) -> RestoredStore

  /// Removes from the store's files the remains of notes that were removed from the store: words in an index, and a log.
  /// Takes a second for 100,000 notes.
  func eraseRemains() async throws(MaintenanceError)

  /// Fills the indexes of the notes anew, and writes the file anew without unused space, in which texts of earlier versions of
  /// the program and attachments may remain. O(size of the store), and needs free space of twice that size.
  func rebuild() async throws(MaintenanceError)
}

/// The number of records in a store or in a copy of it.
package struct StoreContents: Sendable, Hashable {
  package var notes: Int
  /// The number of stored earlier versions of notes.
  package var versions: Int
  /// The number of complete attachments, which several notes may share.
  package var attachments: Int
  /// The attachments that do not match their digest. A damaged attachment concerns only the notes that have it.
  package var damaged: [BlobDigest]

  package init(notes: Int = 0, versions: Int = 0, attachments: Int = 0, damaged: [BlobDigest] = []) {
    self.notes = notes
    self.versions = versions
    self.attachments = attachments
    self.damaged = damaged
  }
}

/// The outcome of a restore.
package struct RestoredStore: Sendable, Hashable {
  package let contents: StoreContents
  /// The path of the store that was replaced, which is a backup now; `nil` when there was none.
  package let replaced: String?
  /// Whether the restored store has synced, so that the next sync receives what came after the backup.
  package let hasSynced: Bool

  package init(contents: StoreContents, replaced: String?, hasSynced: Bool) {
    self.contents = contents
    self.replaced = replaced
    self.hasSynced = hasSynced
  }
}

/// An error of maintaining the store of a device or of a server. In every case, the store is unchanged.
package enum MaintenanceError: Error, Sendable, Hashable {
  /// There is no such file.
  case missing(path: String)
  /// The file exists.
  case exists(path: String)
  /// A server or another command has the store open.
  case inUse(path: String)
  /// The backup is the store itself.
  case sameFile(path: String)
  /// A store that should be empty has accounts, or vaults of another server.
  case occupied(path: String)
  /// A copy differs from the store.
  case different(path: String, detail: String)
  /// The store is a database, for which PostgreSQL's own tool does it.
  case unsupported(path: String, tool: String)
  /// A file cannot be read or written.
  case failed(path: String, reason: String)
  /// The store or the backup failed.
  case store(StoreError)
}

/// The checks of a device's store and of the files beside it. Nothing is created, migrated or changed by them.
package protocol StoreInspector: Sendable {
  /// Inspects the store.
  ///
  /// - Parameter isDeep: Whether to read all attachments, too.
  func inspect(isDeep: Bool) async -> StoreInspection
}

/// The outcome of an inspection.
package struct StoreInspection: Sendable, Hashable {
  /// The path of the store.
  package var path: String
  /// The version of the database library, such as `3.40.1`.
  package var library: String
  /// The version of the store's tables; `nil` when there is no store that can be read.
  package var schema: Int?
  /// The number of records; `nil` when there is no store that can be read.
  package var contents: StoreContents?
  /// The encrypted vaults that this device knows, by name.
  package var encryptedVaults: [EncryptedVault] = []
  package var findings: [StoreFinding] = []

  package init(path: String, library: String) {
    self.path = path
    self.library = library
  }
}

/// An encrypted vault that a device knows.
package struct EncryptedVault: Sendable, Hashable {
  package let vault: VaultID
  package let stage: EncryptionStage
  /// Whether the device made a recovery code that may not have been shown.
  package let owesCode: Bool

  package init(_ vault: VaultID, stage: EncryptionStage, owesCode: Bool = false) {
    (self.vault, self.stage, self.owesCode) = (vault, stage, owesCode)
  }
}

/// A fact about a device's store that a person may want to act on.
package enum StoreFinding: Sendable, Hashable {
  /// The weight of a finding.
  package enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Something is broken, or exposed to others.
    case problem
    /// Something will fail, or waits for a decision without which it goes no further.
    case warning
    /// Nothing is wrong.
    case note

    package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  /// An index of the store that is computed from the notes.
  package enum Index: String, Sendable, Hashable {
    case words, tags, attachments, names, links
  }

  /// There is no store yet.
  case noStore(path: String)
  /// The store cannot be read, or is damaged.
  case unusable(StoreError)
  /// An index disagrees with the notes. A search or list that uses it misses notes, or finds wrong ones.
  case wrongIndex(Index)
  /// An attachment does not match its digest.
  case damagedAttachment(BlobDigest)
  /// The next command that uses the store migrates it to this program's version.
  case olderVersion(path: String, found: Int, supported: Int)
  /// Other users can read or change a file, or change the names in a folder.
  case exposed(path: String, mode: UInt16, isFolder: Bool)
  /// A file or folder belongs to another user.
  case wrongOwner(path: String)
  /// A file that a killed process left.
  case leftover(path: String, bytes: Int)
  /// A store that a restore replaced.
  case replacedStore(path: String, bytes: Int)
  /// A disk is nearly full.
  case lowSpace(path: String, freeBytes: Int)
  /// A disk has no space for a copy of the store, which a backup on it and a restore need.
  case noSpaceForCopy(path: String, freeBytes: Int, storeBytes: Int)
  /// Notes with a time after the present one; the id is that of the last.
  case futureNotes(count: Int, last: NoteID, time: Timestamp)
  /// Unresolved conflicts.
  case conflicts(Int)
  /// Notes that are excluded from sync, without those of the next case.
  case blockedNotes(Int)
  /// Notes with a version from an encrypted vault that is not used; see ``SetAsideVersion``.
  case setAsideVersions(Int)
  /// A sync that waits for a decision about deletions.
  case deletionBrake(DeletionBrake)
  /// Texts that an editor left.
  case drafts(Int)
  case unreadableDrafts(DraftError)
  /// This device is not signed in.
  case notSignedIn
  case credentials(CredentialError)
  /// The vault is encrypted, and this device does not have its current key.
  case lockedVault
  /// This device began to encrypt the vault, and did not complete it.
  case unfinishedSealing(EncryptionStage)
  /// This device made a recovery code that may not have been shown, and earlier ones may be void.
  case owedRecoveryCode
  /// The server cannot be used.
  case server(AccountClientError)
  /// The clocks of this device and of the server differ; positive when this device is ahead.
  case clockDifference(Duration)

  package var severity: Severity {
    switch self {
    case .unusable, .wrongIndex, .damagedAttachment, .exposed, .wrongOwner, .credentials: .problem
    case .lowSpace, .noSpaceForCopy, .futureNotes, .blockedNotes, .setAsideVersions, .deletionBrake, .leftover,
      .unreadableDrafts, .lockedVault, .unfinishedSealing, .owedRecoveryCode, .server, .clockDifference:
      .warning
    case .noStore, .olderVersion, .replacedStore, .conflicts, .drafts, .notSignedIn: .note
    }
  }
}
