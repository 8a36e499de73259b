import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("The move of a server to another store") struct StoreMoverTests {
  private let source = InMemoryServerStoreMover.Server()
  private let target = InMemoryServerStoreMover.Server()

  private func mover(to vaults: (any ServerStore)? = nil) -> StandardStoreMover {
    let stores = ServerStores(
      vaults: vaults ?? target.vaults, accounts: target.accounts, audit: target.audit, lock: target.lock)
    return StandardStoreMover(source: source.stores) { MoveDestination(stores: stores, path: "other") }
  }

  @Test("Fulfills the contract of its port", arguments: ServerStoreMoverContract.clauses)
  func contract(_ clause: ServerStoreMoverContract.Clause) async throws {
    try await clause.check(
      ServerStoreMoverContract.Subject(mover: mover(), source: source.stores, target: target.stores))
  }

  @Test func `a move that was interrupted can be repeated, also after changes`() async throws {
    try await StoreMoverSample.fill(source.stores)
    // Given a move that failed before the log and the accounts
    target.audit.failure = .diskFull(path: "other")
    await #expect(throws: MaintenanceError.store(.diskFull(path: "other"))) { try await mover().move() }
    try await source.vaults.write(StoreMoverSample.vault) { transaction in
      for blob in try transaction.blobs() { try transaction.remove(blob.digest) }
      try transaction.save(VaultItem(id: SequentialNoteIDGenerator.id(1), revision: Revision(2502), payload: nil))
      try transaction.save(references: [SequentialNoteIDGenerator.id(1): []], at: FixedClock.start)
      try transaction.removeAllReceipts()
    }
    target.audit.failure = nil
    // When
    _ = try await mover().move()
    // Then
    try await StoreMoverSample.expectEqual(source.stores, target.stores)
  }

  @Test func `a vault whose device sent a file, and no note yet, is moved`() async throws {
    // Given
    let vault = try #require(VaultID("new"))
    let name = try #require(AccountName("new"))
    let account = Account(name: name, vault: vault, created: FixedClock.start)
    _ = try await source.accounts.add(account, hash: PasswordHash(text: "$"))
    try await source.vaults.write(vault) { try $0.append(SampleBlob.abc.piece(0..<3), at: FixedClock.start) }
    // When
    let move = try await mover().move()
    // Then
    #expect(move.blobs == 1 && move.accounts == 1)
    let (blob, state) = try await target.vaults.read(vault) { transaction in
      (try transaction.blob(SampleBlob.abc.digest), try transaction.state())
    }
    #expect(blob?.progress == SampleBlob.abc.whole && state == nil)
  }

  @Test func `a move that was interrupted after the log copies no entry of it again`() async throws {
    try await StoreMoverSample.fill(source.stores)
    let log = try await source.audit.entries(limit: .max, of: nil)
    try await target.audit.append(log.reversed(), limits: AuditLimits())
    _ = try await mover().move()
    #expect(try await target.audit.entries(limit: .max, of: nil) == log)
  }

  @Test func `a log that the other store has is replaced, and its counts are not added`() async throws {
    try await StoreMoverSample.fill(source.stores)
    let refusals = AuditEntry(time: FixedClock.start, event: AuditEvent(.signInRefused), count: 6)
    try await source.audit.append([refusals], limits: AuditLimits())
    let others = [refusals, AuditEntry(time: FixedClock.start, event: AuditEvent(.backup))]
    try await target.audit.append(others, limits: AuditLimits())
    _ = try await mover().move()
    #expect(
      try await target.audit.entries(limit: .max, of: nil) == source.audit.entries(limit: .max, of: nil))
  }

  @Test func `a copy that differs is an error, and has no accounts`() async throws {
    try await StoreMoverSample.fill(source.stores)
    let mover = mover(to: LosingStore(inner: target.vaults))
    await #expect(throws: MaintenanceError.different(path: "other", detail: "the notes of the vault ada")) {
      try await mover.move()
    }
    #expect(try await target.accounts.accounts() == [])
  }

  @Test func `a change of the store during the move is noticed`() async throws {
    try await StoreMoverSample.fill(source.stores)
    let mover = mover(
      to: LosingStore(inner: target.vaults) { [source, target] in
        // After the notes were copied
        guard try await target.vaults.read(StoreMoverSample.vault, { try $0.blobs().count }) == 2 else { return }
        try await source.vaults.write(StoreMoverSample.vault) { transaction in
          try transaction.save(VaultItem(id: SequentialNoteIDGenerator.id(5), revision: Revision(2502), payload: nil))
        }
      })
    await #expect(throws: MaintenanceError.self) { try await mover.move() }
    #expect(try await target.accounts.accounts() == [])
  }

  @Test func `a change of a vault that was compared already is noticed`() async throws {
    // Given
    try await StoreMoverSample.fill(source.stores)
    let next = try #require(VaultID("bob"))
    try await source.vaults.write(next) { try $0.save(state: VaultState(epochs: [])) }
    let mover = mover(
      to: LosingStore(inner: target.vaults) { [source, target] in
        // When the next vault is copied
        guard try await target.vaults.read(next, { try $0.state() }) != nil else { return }
        try await source.vaults.write(StoreMoverSample.vault) { transaction in
          guard var state = try transaction.state() else { return }
          state.head = Revision(2502)
          try transaction.save(state: state)
        }
      })
    // Then
    await #expect(throws: MaintenanceError.different(path: "other", detail: "the vault ada")) {
      try await mover.move()
    }
    #expect(try await target.accounts.accounts() == [])
  }
}

/// A store that loses the payload of an item, or after whose writes something else happens.
private struct LosingStore: ServerStore {
  let inner: InMemoryServerStore
  var afterWrite: (@Sendable () async throws -> Void)?

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let value = try await inner.write(vault, prefetching: prefetch, body)
    if let afterWrite {
      try? await afterWrite()
      return value
    }
    try await inner.write(vault) { transaction in
      guard let item = try transaction.items(after: Revision(2400), limit: 1, bytes: 1).items.first else { return }
      try transaction.save(VaultItem(id: item.id, revision: item.revision, payload: [0]))
    }
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, prefetching: prefetch, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
  func health() async throws(StoreError) -> StoreHealth { .ready }
  func consolidate() async {}
}
