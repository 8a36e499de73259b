package import NotesDomain
import Testing

/// The contract of ``StoreMaintenance``, checked against each implementation.
package enum StoreMaintenanceContract {
  /// The maintenance under test, with its store.
  package struct Subject: Sendable {
    let maintenance: any StoreMaintenance
    /// The folder for new files.
    let folder: String
    /// Opens the store, runs a closure, and closes it: an open store cannot be replaced.
    let open: @Sendable (@Sendable (DeviceStore) async throws -> Void) async throws -> Void

    package init(
      maintenance: any StoreMaintenance, folder: String,
      open: @escaping @Sendable (@Sendable (DeviceStore) async throws -> Void) async throws -> Void
    ) {
      self.maintenance = maintenance
      self.folder = folder
      self.open = open
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses = [
    Clause("A backup has the notes, their history and their attachments") { subject async throws in
      let path = subject.folder + "/backup"
      try await fill(subject)
      let before = try await contents(of: subject)
      let expected = StoreContents(notes: 2, versions: 1, attachments: 1)
      #expect(try await subject.maintenance.backUp(to: path, replacing: false) == expected)
      try await subject.open { store async throws in
        try await store.write("Later.", to: 1)
        try await store.remove(2)
      }
      #expect(try await subject.maintenance.restore(from: path).contents == expected)
      let after = try await contents(of: subject)
      #expect(after.notes == before.notes && after.sets == before.sets)
      try await subject.open { store async throws in
        #expect(
          try await store.blobs.piece(of: SampleBlob.abc.digest, from: 0, limit: 9) == SampleBlob.abc.piece(0..<3))
      }
    },
    Clause("A backup replaces a file only on request") { subject async throws in
      let path = subject.folder + "/backup"
      try await fill(subject)
      _ = try await subject.maintenance.backUp(to: path, replacing: false)
      await #expect(throws: MaintenanceError.exists(path: path)) {
        try await subject.maintenance.backUp(to: path, replacing: false)
      }
      try await subject.open { store async throws in try await store.notes.insert([.sample(3)]) }
      #expect(try await subject.maintenance.backUp(to: path, replacing: true).notes == 3)
      #expect(try await subject.maintenance.restore(from: path).contents.notes == 3)
    },
    Clause("A missing backup is not restored, and the store stays") { subject async throws in
      try await fill(subject)
      let (path, before) = (subject.folder + "/none", try await contents(of: subject))
      await #expect(throws: MaintenanceError.missing(path: path)) {
        try await subject.maintenance.restore(from: path)
      }
      #expect(try await contents(of: subject) == before)
    },
    Clause("The replaced store is a backup") { subject async throws in
      let path = subject.folder + "/backup"
      try await fill(subject)
      _ = try await subject.maintenance.backUp(to: path, replacing: false)
      try await subject.open { store async throws in try await store.write("Later.", to: 1) }
      let later = try await contents(of: subject).notes
      let replaced = try #require(try await subject.maintenance.restore(from: path).replaced)
      _ = try await subject.maintenance.restore(from: replaced)
      #expect(try await contents(of: subject).notes == later)
    },
    Clause("A restored device has a new name and no pending batch, and keeps what it knows of the vault") {
      subject async throws in
      let path = subject.folder + "/backup"
      try await fill(subject)
      try await subject.open { store async throws in
        try await store.begin()
        try await store.keep(SyncItem(revision: Revision(4), base: .sample(1), local: .sample(1)), for: 1)
        try await store.write("Pending.", to: 1)
        try await store.sync.write { transaction in
          var state = SyncState(device: DeviceID(bits: 1))
          (state.nextBatch, state.epoch, state.cursor, state.floor) = (7, Epoch(bits: 3), Revision(9), Revision(2))
          state.deletionBrake = DeletionBrake(deletions: 30, notes: 40)
          try transaction.save(state: state)
          try transaction.save(
            batch: PushBatch(epoch: Epoch(bits: 3), device: DeviceID(bits: 1), number: 7, changes: []))
        }
      }
      let before = try await contents(of: subject)
      _ = try await subject.maintenance.backUp(to: path, replacing: false)
      #expect(try await subject.maintenance.restore(from: path).hasSynced)
      let after = try await contents(of: subject)
      let state = try #require(after.state)
      #expect(state.device != DeviceID(bits: 1) && state.nextBatch == 1 && after.batch == nil)
      #expect(state.epoch == Epoch(bits: 3) && state.cursor == Revision(9) && state.floor == Revision(2))
      #expect(state.deletionBrake == nil)
      #expect(after.items == before.items && after.pending == before.pending)
    },
    Clause("A snapshot under way begins again in a restored store") { subject async throws in
      let path = subject.folder + "/backup"
      try await fill(subject)
      try await subject.open { store async throws in
        try await store.sync.write { transaction in
          var state = SyncState(device: DeviceID(bits: 1))
          (state.epoch, state.snapshot) = (Epoch(bits: 3), SyncSnapshot(after: Revision(5), floor: Revision(8)))
          try transaction.save(state: state)
          try transaction.stage([VaultItem(id: DeviceStore.id(9), revision: Revision(5), payload: nil)])
        }
      }
      _ = try await subject.maintenance.backUp(to: path, replacing: false)
      _ = try await subject.maintenance.restore(from: path)
      let after = try await contents(of: subject)
      #expect(after.state?.snapshot == SyncSnapshot() && after.staged.isEmpty)
    },
    Clause("A store that has never synced has no device after a restore") { subject async throws in
      let path = subject.folder + "/backup"
      try await fill(subject)
      _ = try await subject.maintenance.backUp(to: path, replacing: false)
      #expect(try await !subject.maintenance.restore(from: path).hasSynced)
      #expect(try await contents(of: subject).state == nil)
    },
    Clause("Erasing remains and rebuilding change no note, and no search") { subject async throws in
      try await fill(subject)
      let before = try await contents(of: subject)
      try await subject.maintenance.eraseRemains()
      try await subject.maintenance.rebuild()
      #expect(try await contents(of: subject) == before)
      try await subject.open { store async throws in
        #expect(try await store.notes.search(SearchQuery("edited")).hits.map(\.id) == [DeviceStore.id(1)])
      }
    },
  ]

  /// Adds a note with an attachment and an earlier version, and another note.
  private static func fill(_ subject: Subject) async throws {
    try await subject.open { store async throws in
      let attachment = try #require(Attachment(name: "a.txt", digest: SampleBlob.abc.digest, size: 3))
      try await store.notes.insert([.sample(1) { $0.attachments = [attachment] }, .sample(2, tags: ["kitchen"])])
      _ = try await store.blobs.add(SampleBlob.abc.piece(0..<3))
      _ = try await store.reopened().write("Edited, see [[Other]].", to: 1)
    }
  }

  private static func contents(of subject: Subject) async throws -> DeviceStoreContents {
    let box = ContentsBox()
    try await subject.open { store async throws in await box.set(try await store.contents()) }
    return try #require(await box.contents)
  }

  private actor ContentsBox {
    var contents: DeviceStoreContents?

    func set(_ contents: DeviceStoreContents) { self.contents = contents }
  }
}
