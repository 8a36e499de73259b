import NotesDomain
import NotesHosting
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("A server that cheats") struct CheatingServerTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  /// Two devices that have the notes 1 and 2 of an encrypted vault.
  private func prepare() async throws {
    try await one.encryptVault(with: two, texts: ["first version\n", "second note\n"])
  }

  /// The reason why a version of a note was set aside on the second device.
  private func reason(of number: UInt64) async throws -> SetAsideVersion.Reason? {
    let id = SequentialNoteIDGenerator.id(number)
    let items = try await two.notes.read { transaction in try transaction.unreadable(after: nil, limit: 10) }
    return items.first { $0.id == id }?.payload.flatMap(SetAsideVersion.init)?.reason
  }

  @Test func `a version that was changed is set aside, and the note stays`() async throws {
    try await prepare()
    try await one.edit(1) { $0.body = "next version\n" }
    try await one.sync()
    two.network.cheat(onItems: { item in
      guard var payload = item.payload, item.id == SequentialNoteIDGenerator.id(1) else { return item }
      payload[payload.count - 1] ^= 1
      return VaultItem(id: item.id, revision: item.revision, payload: payload)
    })
    try await two.sync()
    #expect(try await reason(of: 1) == .notAuthentic)
    #expect(try await two.note(1)?.body == "first version\n")
    #expect(try await two.status().blocked.map(\.block) == [.unreadable])
  }

  @Test func `a deletion that no device sealed deletes nothing`() async throws {
    try await prepare()
    try await vault.put(nil, as: SequentialNoteIDGenerator.id(1))
    #expect(try await two.sync().deleted == 0)
    #expect(try await two.note(1) != nil)
    #expect(try await reason(of: 1) == .unprovenDeletion)
  }

  @Test func `a deletion of another note deletes nothing`() async throws {
    try await prepare()
    try await one.purge(2)
    try await one.sync()
    let deletion = try #require(try await vault.item(2)?.payload)
    try await vault.put(deletion, as: SequentialNoteIDGenerator.id(1))
    try await two.sync()
    #expect(try await two.note(1) != nil)
    #expect(try await reason(of: 1) == .notAuthentic)
  }

  @Test func `the text of another note is not accepted`() async throws {
    try await prepare()
    let other = try #require(try await vault.item(2)?.payload)
    try await vault.put(other, as: SequentialNoteIDGenerator.id(1))
    try await two.sync()
    #expect(try await two.note(1)?.body == "first version\n")
    #expect(try await reason(of: 1) == .notAuthentic)
  }

  @Test func `an earlier version under a new revision is set aside`() async throws {
    try await prepare()
    let first = try #require(try await vault.item(1)?.payload)
    try await one.edit(1) { $0.body = "next version\n" }
    try await one.sync()
    try await two.sync()
    try await vault.put(first, as: SequentialNoteIDGenerator.id(1))
    try await two.sync()
    #expect(try await two.note(1)?.body == "next version\n")
    #expect(try await reason(of: 1) == .rolledBack)
  }

  @Test func `an earlier version in a read of the whole vault is set aside`() async throws {
    try await prepare()
    let first = try #require(try await vault.item(1))
    try await one.edit(1) { $0.body = "next version\n" }
    try await one.sync()
    try await two.sync()
    let later = try #require(try await vault.item(1)).revision
    two.network.cheat(onPages: { page in
      guard page.items.count > 1 else { return page }
      let items = page.items.filter { $0.revision != later } + [first]
      return ChangesPage(head: page.head, items: items.sorted { $0.revision < $1.revision }, hasMore: page.hasMore)
    })
    try await two.notes.write { transaction in
      var state = try transaction.state() ?? SyncState(device: DeviceID(bits: 1))
      state.snapshot = SyncSnapshot()
      try transaction.save(state: state)
    }
    try await two.sync()
    #expect(try await two.note(1)?.body == "next version\n")
    #expect(try await reason(of: 1) == .rolledBack)
  }

  @Test func `an earlier version does not become the latest when everything is sealed anew`() async throws {
    try await prepare()
    let first = try #require(try await vault.item(1)?.payload)
    try await one.edit(1) { $0.body = "next version\n" }
    try await one.sync()
    try await two.sync()
    _ = try await one.encryption.rotate(with: .sample())
    try await vault.put(first, as: SequentialNoteIDGenerator.id(1))
    let progress = try await one.encryption.sealAll { _ in }
    #expect(progress.left == 1 && progress.sealed == 1)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await two.note(1)?.body == "next version\n")
  }

  @Test func `plain text that no device sent is not sealed after the vault was encrypted`() async throws {
    try await prepare()
    try await vault.put(NotePayload.encode(.sample(1, body: "invented\n")), as: SequentialNoteIDGenerator.id(1))
    #expect(try await one.encryption.sealAll { _ in }.left == 1)
    #expect(try await vault.item(1)?.payload.map(PayloadKind.isPlain) == true)
  }

  @Test func `a server that drops the keyring gets it again, and neither deletes nor replaces a note by that`()
    async throws
  {
    try await prepare()
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      let (first, second) = (state.head.next, state.head.next.next)
      state.head = second
      let items = [
        VaultItem(id: SequentialNoteIDGenerator.id(1), revision: first, payload: nil),
        VaultItem(
          id: SequentialNoteIDGenerator.id(2), revision: second,
          payload: NotePayload.encode(.sample(2, body: "invented\n"))),
      ]
      try transaction.replace(with: VaultContents(state: state, items: items))
    }
    try await one.notes.write { transaction in
      var state = try transaction.state() ?? SyncState(device: DeviceID(bits: 1))
      state.snapshot = SyncSnapshot()
      try transaction.save(state: state)
    }
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    try await one.encryption.restoreKeyring(by: nil)
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    #expect(try await one.note(1)?.body == "first version\n")
    #expect(one.notes.all.contains { $0.body == "second note\n" })
    #expect(try await one.status().conflicts == 1)
    try await two.sync()
    #expect(two.notes.all.map(\.body).sorted() == one.notes.all.map(\.body).sorted())
  }

  @Test func `plain text is set aside`() async throws {
    try await prepare()
    try await vault.put(NotePayload.encode(.sample(1, body: "invented\n")), as: SequentialNoteIDGenerator.id(1))
    try await two.sync()
    #expect(try await two.note(1)?.body == "first version\n")
    #expect(try await reason(of: 1) == .plainText)
  }

  @Test func `the next version of a device is used again, and the set-aside one is forgotten`() async throws {
    try await prepare()
    let id = SequentialNoteIDGenerator.id(1)
    try await one.edit(1) { $0.body = "next version\n" }
    try await one.sync()
    two.network.cheat(onItems: { $0.id == id ? VaultItem(id: id, revision: $0.revision, payload: [1, 2, 3]) : $0 })
    try await two.sync()
    #expect(try await two.status().blocked.map(\.id) == [id])
    two.network.beHonest()
    try await one.edit(1) { $0.body = "last version\n" }
    try await one.sync()
    try await two.sync()
    #expect(try await two.note(1)?.body == "last version\n")
    #expect(try await two.status().blocked.isEmpty)
  }

  @Test func `another version under the revision that a device knows is set aside, also after a change of epoch`()
    async throws
  {
    try await prepare()
    let first = try #require(try await vault.item(1)?.payload)
    try await one.edit(1) { $0.body = "next version\n" }
    try await one.sync()
    try await two.sync()
    let known = try #require(try await vault.item(1)).revision
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.beginEpoch(using: SeededRandomness(seed: 8))
      try transaction.save(state: state)
    }
    two.network.cheat(onItems: { $0.revision == known ? VaultItem(id: $0.id, revision: known, payload: first) : $0 })
    try await two.sync()
    #expect(try await two.note(1)?.body == "next version\n")
    #expect(try await reason(of: 1) == .rolledBack)
  }

  @Test func `notes that a read of the whole vault leaves out are not deleted, and are sent again`() async throws {
    try await prepare()
    let id = SequentialNoteIDGenerator.id(1)
    two.network.cheat(onItems: { $0.id == id ? nil : $0 })
    try await two.notes.write { transaction in
      var state = try transaction.state() ?? SyncState(device: DeviceID(bits: 1))
      state.snapshot = SyncSnapshot()
      try transaction.save(state: state)
    }
    _ = try? await two.sync()
    #expect(try await two.note(1)?.body == "first version\n")
  }

  @Test func `a change that the vault accepted and does not return is noticed`() async throws {
    try await prepare()
    let id = SequentialNoteIDGenerator.id(1)
    try await one.edit(2) { $0.body = "another\n" }
    try await one.sync()
    two.network.cheat(onItems: { $0.id == id ? nil : $0 })
    try await two.edit(1) { $0.body = "mine\n" }
    await #expect(throws: SyncError.transport(.encryption(.withheld(id)))) { try await two.sync() }
    #expect(try await two.note(1)?.body == "mine\n")
  }

  @Test func `a keyring that was changed stops sync and is not used`() async throws {
    try await prepare()
    let stored = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    var changed = stored
    changed[changed.count - 1] ^= 1
    try await vault.put(changed, as: Keyring.item)
    await #expect(throws: SyncError.transport(.encryption(.keyring(.damaged)))) { try await two.sync() }
    await #expect(throws: EncryptionError.keyring(.damaged)) { try await two.encryption.status() }
    await #expect(throws: EncryptionError.keyring(.damaged)) {
      try await two.encryption.unlock(by: .passphrase(.sample()))
    }
  }

  @Test func `an earlier keyring is replaced by the one that devices know`() async throws {
    try await prepare()
    let earlier = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    _ = try await one.encryption.replaceRecoveryCode()
    let later = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    try await two.sync()
    try await vault.put(earlier, as: Keyring.item)
    try await two.sync()
    #expect(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload == later)
  }

  @Test func `pieces of files that were changed or swapped are not stored`() async throws {
    try await prepare()
    var dice = SplitMix64(seed: 5)
    let content = (0..<200_000).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
    one.blobs.contents = [.of(content): content]
    try await one.edit(1) { $0.attachments = [.sample("photo.jpg", content)] }
    try await one.sync()
    two.network.cheat(onPieces: { piece in
      var bytes = piece.bytes
      bytes.swapAt(0, 65_552 % max(1, bytes.count))
      return BlobPiece(digest: piece.digest, size: piece.size, offset: piece.offset, bytes: bytes)
    })
    #expect(try await two.sync().attachmentsMissing == 1)
    #expect(two.blobs.contents.isEmpty)
    two.network.beHonest()
    #expect(try await two.sync().attachmentsReceived == 1)
    #expect(two.blobs.contents[.of(content)] == content)
  }
}
