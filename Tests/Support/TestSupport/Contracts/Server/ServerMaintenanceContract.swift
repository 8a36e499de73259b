import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``ServerMaintenance``, checked against each implementation.
package enum ServerMaintenanceContract {
  /// The maintenance under test, with its store.
  package struct Subject: Sendable {
    /// The maintenance.
    package let maintenance: any ServerMaintenance
    /// The folder for new files.
    package let folder: String
    /// Opens the store, runs a closure, and closes it.
    let open: @Sendable (@Sendable (AccountStoreContract.Subject) async throws -> Void) async throws -> Void

    package init(
      maintenance: any ServerMaintenance, folder: String,
      open: @escaping @Sendable (@Sendable (AccountStoreContract.Subject) async throws -> Void) async throws -> Void
    ) {
      self.maintenance = maintenance
      self.folder = folder
      self.open = open
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses of a store in files.
  package static let clauses = everyStore + backups

  /// The clauses of every store, also of one whose backups are made by other tools.
  package static let everyStore: [Clause] = [
    Clause("The content of the store is counted") { subject async throws in
      try await fill(subject)
      let statistics = try await subject.maintenance.statistics()
      #expect(statistics.accounts == 1 && statistics.devices == 1 && statistics.vaults == 1)
      #expect(statistics.notes == 1 && statistics.tombstones == 1 && statistics.receipts == 1)
      #expect(statistics.blobs == 1 && statistics.blobBytes == 4)
      #expect(statistics.noteBytes == 3 && statistics.storeBytes >= 3 && statistics.schema > 0)
    },
    Clause("A store that was restored by other tools begins an epoch in each vault, and else stays as it was") {
      subject async throws in
      let before = try await fill(subject)
      #expect(try await subject.maintenance.acceptRestored(keepingEpochs: false) == 1)
      try await subject.open { store async throws in
        var contents = try await ServerStoreContract.contents(store.vaults, ada().vault)
        #expect(contents.state.epochs.count == 2 && contents.state.epochs.last?.head == before.state.head)
        #expect(Set(contents.state.epochs.map(\.epoch)).count == 2)
        contents.state.epochs.removeLast()
        #expect(contents == before)
        #expect(try await store.accounts.accounts() == [ada()])
      }
    },
    Clause("A store that lost nothing keeps its epochs") { subject async throws in
      let before = try await fill(subject)
      #expect(try await subject.maintenance.acceptRestored(keepingEpochs: true) == 1)
      try await subject.open { store async throws in
        #expect(try await ServerStoreContract.contents(store.vaults, ada().vault) == before)
      }
    },
    Clause("A store of this version is not changed by a migration") { subject async throws in
      let before = try await fill(subject)
      let versions = try await subject.maintenance.migrate()
      #expect(versions.before == versions.after && versions.after > 0)
      try await subject.open { store async throws in
        #expect(try await ServerStoreContract.contents(store.vaults, ada().vault) == before)
      }
    },
  ]

  private static let backups: [Clause] = [
    Clause("A backup does not replace a file") { subject async throws in
      try await fill(subject)
      let path = subject.folder + "/backup.sqlite"
      try await subject.maintenance.backUp(to: path)
      await #expect(throws: MaintenanceError.exists(path: path)) { try await subject.maintenance.backUp(to: path) }
    },
    Clause("A missing backup is not restored") { subject async throws in
      try await fill(subject)
      let path = subject.folder + "/nothing.sqlite"
      await #expect(throws: MaintenanceError.missing(path: path)) {
        try await subject.maintenance.restore(from: path)
      }
      try await subject.open { store async throws in #expect(try await store.vaults.vaults().count == 1) }
    },
    Clause("A restored store is complete with its accounts, and each vault starts an epoch") {
      subject async throws in
      let before = try await fill(subject)
      let path = subject.folder + "/backup.sqlite"
      try await subject.maintenance.backUp(to: path)
      try await change(subject)
      let replaced = try await subject.maintenance.restore(from: path)
      #expect(replaced != nil)
      try await subject.open { store async throws in
        var contents = try await ServerStoreContract.contents(store.vaults, ada().vault)
        #expect(contents.state.epochs.count == 2 && contents.state.epochs.last?.head == before.state.head)
        contents.state.epochs.removeLast()
        #expect(contents == before)
        let (vault, digest) = (try ada().vault, try digest())
        let bytes = try await store.vaults.read(vault) { transaction in
          try transaction.bytes(of: digest, from: 0, limit: 9)
        }
        #expect(bytes == [4, 5])
        #expect(try await store.accounts.accounts() == [ada()])
        #expect(try await store.accounts.principal(withDigest: AccountStoreContract.digest(1)) != nil)
      }
    },
    Clause("A replaced store can be restored") { subject async throws in
      try await fill(subject)
      let path = subject.folder + "/backup.sqlite"
      try await subject.maintenance.backUp(to: path)
      try await change(subject)
      let replaced = try #require(try await subject.maintenance.restore(from: path))
      #expect(try await subject.maintenance.restore(from: replaced) != replaced)
      try await subject.open { store async throws in
        #expect(try await store.accounts.accounts() == [])
        #expect(try await store.vaults.vaults() == [.main])
      }
    },
  ]

  private static func digest() throws -> BlobDigest {
    try #require(BlobDigest(bytes: Array(repeating: 1, count: BlobDigest.count)))
  }

  private static func ada() throws -> Account { try AccountStoreContract.account("ada") }

  /// Adds an account with a device, a note, a tombstone and a receipt.
  @discardableResult
  private static func fill(_ subject: Subject) async throws -> VaultContents {
    let ada = try ada()
    let contents = VaultContents(
      state: ServerStoreContract.state(head: 2),
      items: [ServerStoreContract.item(1, at: 1), ServerStoreContract.tombstone(2, at: 2)],
      receipts: [ServerStoreContract.receipt(5)])
    let digest = try digest()
    try await subject.open { store async throws in
      _ = try await store.accounts.add(ada, hash: AccountStoreContract.first)
      _ = try await store.add(1, to: ada)
      try await store.vaults.write(ada.vault) { transaction in
        try transaction.replace(with: contents)
        try transaction.append(BlobPiece(digest: digest, size: 4, offset: 0, bytes: [4, 5]), at: FixedClock.start)
      }
    }
    return contents
  }

  /// Removes the account, and adds another vault.
  private static func change(_ subject: Subject) async throws {
    try await subject.open { store async throws in
      _ = try await store.accounts.remove(try ada().name)
      try await ServerStoreContract.save([ServerStoreContract.item(7, at: 1)], in: store.vaults)
    }
  }
}
