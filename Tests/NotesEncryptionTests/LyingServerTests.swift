import NotesDomain
import NotesHosting
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("A server that lies about what was accepted") struct LyingServerTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  private static let first = SequentialNoteIDGenerator.id(1)

  /// Two devices that have the notes 1 and 2 of an encrypted vault.
  private func prepare() async throws {
    try await one.encryptVault(with: two, texts: ["first version\n", "second note\n"])
  }

  private func reason(of number: UInt64, on device: EncryptedDevice) async throws -> SetAsideVersion.Reason? {
    let id = SequentialNoteIDGenerator.id(number)
    let items = try await device.notes.read { transaction in try transaction.unreadable(after: nil, limit: 10) }
    return items.first { $0.id == id }?.payload.flatMap(SetAsideVersion.init)?.reason
  }

  /// Makes a device read the whole vault with its next sync.
  private func readAll(on device: EncryptedDevice) async throws {
    try await device.notes.write { transaction in
      guard var state = try transaction.state() else { return }
      state.snapshot = SyncSnapshot()
      try transaction.save(state: state)
    }
  }

  // MARK: Changes that are kept back

  @Test func `other bytes in the place of an accepted change are listed`() async throws {
    try await prepare()
    two.network.cheat(onItems: { item in
      item.id == Self.first ? VaultItem(id: item.id, revision: item.revision, payload: [1, 2, 3]) : item
    })
    try await two.edit(1) { $0.body = "mine\n" }
    try await two.sync()
    #expect(try await two.status().blocked.map(\.id) == [Self.first])
    #expect(try await reason(of: 1, on: two) == .notAuthentic)
    #expect(try await two.note(1)?.body == "mine\n")
  }

  @Test func `a keyring behind other bytes hides no missing change`() async throws {
    // Given a page of two items, of which the engine sees none
    try await prepare()
    try await two.edit(1) { $0.body = "mine\n" }
    two.network.cheat(onPages: { page in
      guard let keyring = page.items.first(where: { $0.id == Keyring.item }) else {
        return ChangesPage(
          head: page.head, items: page.items.filter { $0.id != Self.first }, hasMore: page.hasMore)
      }
      return ChangesPage(
        head: page.head, items: [keyring] + page.items.filter { $0.id == SequentialNoteIDGenerator.id(2) },
        hasMore: page.hasMore)
    })
    // When
    await #expect(throws: SyncError.transport(.encryption(.withheld(Self.first)))) { try await two.sync() }
  }

  @Test func `a change that was accepted before the program ended is missed by the next run`() async throws {
    // Given
    try await prepare()
    try await two.edit(1) { $0.body = "mine\n" }
    two.network.withholdEverything()
    await #expect(throws: SyncError.self) { try await two.sync() }
    // When
    let again = try EncryptedDevice(vault, number: 2, continuing: two)
    again.network.cheat(onItems: { $0.id == Self.first ? nil : $0 })
    // Then
    await #expect(throws: SyncError.transport(.encryption(.withheld(Self.first)))) { try await again.sync() }
    #expect(try await again.note(1)?.body == "mine\n")
  }

  @Test func `a change that was accepted beyond the head of the vault is missed`() async throws {
    try await prepare()
    try await two.edit(1) { $0.body = "mine\n" }
    two.network.cheat(onResults: { result in
      if case .applied(let revision) = result { .applied(Revision(revision.number + 1_000)) } else { result }
    })
    two.network.cheat(onItems: { $0.id == Self.first ? nil : $0 })
    await #expect(throws: SyncError.transport(.encryption(.withheld(Self.first)))) { try await two.sync() }
  }

  @Test func `a change that arrives is expected no more`() async throws {
    try await prepare()
    try await two.edit(1) { $0.body = "mine\n" }
    try await two.sync()
    #expect(try await two.memory.acceptedChanges(of: Credentials.sample().vault).revisions.isEmpty)
  }

  // MARK: Versions that return

  @Test func `no version of a purged note returns`() async throws {
    // Given
    try await prepare()
    let sealed = try #require(try await vault.item(1)?.payload)
    try await one.edit(1) { $0.body = "last version\n" }
    try await one.sync()
    let last = try #require(try await vault.item(1)?.payload)
    try await two.sync()
    try await one.purge(1)
    try await one.sync()
    try await two.sync()
    for payload in [sealed, last] {
      // When
      try await vault.put(payload, as: Self.first)
      // Then
      for device in [one, two] {
        try await device.sync()
        #expect(try await device.note(1) == nil)
        #expect(try await reason(of: 1, on: device) == .rolledBack)
      }
    }
  }

  @Test func `no version of a purged note returns where another program is still in the epoch before`() async throws {
    // Given
    try await prepare()
    let sealed = try #require(try await vault.item(1)?.payload)
    try await one.purge(1)
    for device in [one, two] { try await device.sync() }
    let revision = try #require(try await vault.item(1)).revision
    let epoch = try #require(try await two.notes.read { transaction in try transaction.state()?.epoch })
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.beginEpoch(using: SeededRandomness(seed: 8))
      try transaction.save(state: state)
    }
    try await two.sync()
    // When
    try await two.memory.save(deletions: [Self.first: revision], in: Credentials.sample().vault, epoch: epoch)
    try await vault.put(sealed, as: Self.first)
    try await two.sync()
    // Then
    #expect(try await two.note(1) == nil)
    #expect(try await reason(of: 1, on: two) == .rolledBack)
  }

  @Test func `no earlier version returns of a note that was purged while the version of the server was set aside`()
    async throws
  {
    // Given a server that says that it lost the version which the devices have, and returns other bytes in its place
    try await prepare()
    let first = try #require(try await vault.item(1)?.payload)
    try await two.edit(1) { $0.body = "next version\n" }
    try await two.sync()
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.epochs = [VaultState.Start(epoch: Epoch(bits: 77), head: .none)]
      try transaction.save(state: state)
    }
    var junk = first
    junk[junk.count - 1] ^= 1
    try await vault.put(junk, as: Self.first)
    try await two.sync()
    #expect(try await two.note(1)?.body == "next version\n")
    #expect(try await reason(of: 1, on: two) == .notAuthentic)
    // When
    try await two.purge(1)
    try await vault.put(first, as: Self.first)
    try await two.sync()
    // Then
    #expect(try await two.note(1) == nil)
    #expect(try await reason(of: 1, on: two) == .rolledBack)
  }

  @Test func `an edit on a device that did not know of the deletion restores the note`() async throws {
    try await prepare()
    try await one.purge(1)
    try await one.sync()
    try await two.edit(1) { $0.body = "edited meanwhile\n" }
    try await two.sync()
    try await one.sync()
    #expect(try await one.note(1)?.body == "edited meanwhile\n")
    #expect(try await one.status().blocked.isEmpty)
  }

  @Test func `an old version in an epoch without a common history replaces none, and takes no note out of the trash`()
    async throws
  {
    // Given
    try await prepare()
    let old = try #require(try await vault.item(1)?.payload)
    let second = try #require(try await vault.item(2)?.payload)
    try await two.edit(1) { $0.body = "next version\n" }
    try await two.edit(2) { $0.trashed = FixedClock.start }
    try await two.sync()
    // When
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.epochs = [VaultState.Start(epoch: Epoch(bits: 77), head: .none)]
      try transaction.save(state: state)
    }
    try await vault.put(old, as: Self.first)
    try await vault.put(second, as: SequentialNoteIDGenerator.id(2))
    try await two.sync()
    // Then
    #expect(try await two.note(1)?.body == "next version\n")
    #expect(try await two.note(2)?.trashed == FixedClock.start)
    #expect(two.notes.all.count == 2)
    #expect(try await two.status().conflicts == 0)
  }

  // MARK: Plain text while a vault is being encrypted

  @Test func `plain text that comes after the first keyring is not sealed, nor what this device knows otherwise`()
    async throws
  {
    // Given
    try await one.notes.insert([.sample(1, body: "first version\n")])
    try await one.sync()
    let revision = try #require(try await vault.item(1)).revision
    _ = try await one.encryption.enable(with: .sample())
    one.network.cheat(onItems: { item in
      guard item.id == Self.first, item.revision == revision else { return item }
      return VaultItem(
        id: item.id, revision: revision, payload: NotePayload.encode(.sample(1, body: "invented\n")))
    })
    try await vault.put(NotePayload.encode(.sample(3, body: "invented\n")), as: SequentialNoteIDGenerator.id(3))
    // When
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 2 && progress.sealed == 0)
  }

  @Test func `a vault that always has more to seal is given up`() async throws {
    try await one.notes.insert([.sample(1, body: "first version\n")])
    try await one.sync()
    _ = try await one.encryption.enable(with: .sample())
    one.network.cheat(onResults: { _ in .conflict(revision: .none, isDeleted: false) })
    let plain = try #require(try await vault.item(1)?.payload)
    one.network.cheat(onPages: { page in
      let item = VaultItem(id: Self.first, revision: Revision(1), payload: plain)
      return ChangesPage(head: page.head, items: [item], hasMore: false)
    })
    await #expect(throws: EncryptionError.self) { try await one.encryption.sealAll { _ in } }
  }
}
