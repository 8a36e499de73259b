import NotesDomain
import NotesServer
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// Servers that lie about the history of a vault: with epochs, snapshots, revisions and pages without end.
@Suite struct FalseHistoryTests {
  private static let note = SequentialNoteIDGenerator.id(1)
  private static let falseEpoch = Epoch(bits: 77)

  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    vault = try TestVault()
    one = try EncryptedDevice(vault, number: 1, settings: SyncSettings(attempts: 1))
    two = try EncryptedDevice(vault, number: 2, settings: SyncSettings(attempts: 1))
  }

  /// Two devices with two notes, whose key was replaced, and the first version of the first note.
  private func prepare() async throws -> VaultItem {
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1, body: "first\n"), .sample(2, body: "second\n")])
    try await one.sync()
    try await two.sync()
    let first = try #require(try await vault.item(1))
    _ = try await one.encryption.rotate(with: .sample())
    try await one.edit(1) { $0.body = "later\n" }
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    return first
  }

  private func head() async throws -> Revision {
    try #require(try await vault.store.read(.main) { try $0.state()?.head })
  }

  private func epoch() async throws -> Epoch {
    try #require(try await vault.store.read(.main) { try $0.state()?.epochs.last?.epoch })
  }

  /// Shows a payload as the version of the first note, at the revision of the present one.
  private func show(_ payload: [UInt8]?, to device: EncryptedDevice) {
    device.network.cheat(onItems: { item in
      item.id == Self.note ? VaultItem(id: item.id, revision: item.revision, payload: payload) : item
    })
  }

  /// Says once that the vault is in another epoch, and goes on with the true one under its name.
  private func pretendEpoch(to device: EncryptedDevice, forkedAt: Revision) async throws {
    let honest = try await epoch()
    device.network.cheat(onRequests: { request in
      guard request.epoch == Self.falseEpoch else {
        return .answered(.epochChanged(EpochChange(epoch: Self.falseEpoch, forkedAt: forkedAt)))
      }
      return .forwarded(
        ChangesRequest(
          epoch: honest, after: request.after, floor: request.floor, limit: request.limit, only: request.only))
    })
  }

  // MARK: Notes that were deleted here

  @Test func `an earlier version of a note that was purged here does not return in another epoch`() async throws {
    // Given
    let first = try await prepare()
    try await one.purge(1)
    try await pretendEpoch(to: one, forkedAt: try await head())
    show(first.payload, to: one)
    // When
    for _ in 0..<3 { _ = try? await one.sync() }
    // Then
    #expect(try await one.note(1) == nil)
  }

  @Test func `an earlier version of a note that was purged after junk in its place does not return`() async throws {
    // Given
    let first = try await prepare()
    let revision = try #require(try await vault.item(1)).revision
    try await vault.put([1, 2, 3], as: Self.note)
    try await one.sync()
    try await one.purge(1)
    // When
    let isAsked = CallCount()
    one.network.cheat(onRequests: { isAsked.next() == 1 ? .answered(.resync) : .forwarded($0) })
    one.network.cheat(onPages: { page in
      let others = page.items.filter { $0.id != Self.note }
      let all = others + [VaultItem(id: Self.note, revision: revision, payload: first.payload)]
      return ChangesPage(head: page.head, items: all.sorted { $0.revision < $1.revision }, hasMore: page.hasMore)
    })
    for _ in 0..<2 { _ = try? await one.sync() }
    // Then
    #expect(try await one.note(1) == nil)
  }

  @Test func `an earlier version of a note that is purged is not sealed anew`() async throws {
    // Given
    let first = try await prepare()
    try await one.purge(1)
    show(first.payload, to: one)
    // When
    _ = try await one.encryption.rotate(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    // Then
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await two.note(1)?.body == "later\n")
  }

  @Test func `a purge that was not sent yet is sent to a restored vault, and an edit that the vault lost beats it`()
    async throws
  {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1, body: "first\n"), .sample(2, body: "second\n")])
    for device in [one, two] { try await device.sync() }
    let backup = try await vault.store.read(.main) { try $0.contents() }
    try await one.edit(1) { $0.body = "later\n" }
    for device in [one, two] { try await device.sync() }
    _ = try await one.encryption.rotate(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    for device in [one, two] { try await device.sync() }
    try await one.purge(1)
    // When
    try await vault.services.administration.restore(.main, to: backup)
    try await one.sync()
    // Then
    #expect(try await one.status().blocked.isEmpty)
    #expect(try await one.status().pending == 0)
    let deleted = try #require(try await vault.item(1)?.payload)
    let keys = try #require(one.credentials.current?.keys)
    #expect(try AESVaultCipher().open(deleted, of: Self.note, with: keys).version.payload == nil)
    // Nothing tells two that its text is the one that was purged.
    for device in [two, one] { try await device.sync() }
    for device in [one, two] { #expect(try await device.note(1)?.body == "later\n") }
  }

  @Test func `an edit that a restored vault has at the revision of a purged version is not purged with it`()
    async throws
  {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1, body: "first\n"), .sample(2, body: "second\n")])
    for device in [one, two] { try await device.sync() }
    let backup = try await vault.store.read(.main) { try $0.contents() }
    _ = try await one.encryption.rotate(with: .sample())
    try await one.edit(1) { $0.body = "later\n" }
    try await one.sync()
    let lost = try #require(try await vault.item(1)).revision
    try await one.purge(1)
    // When the vault assigns the revision again
    try await vault.services.administration.restore(.main, to: backup)
    try await two.edit(2) { $0.body = "of two\n" }
    try await two.sync()
    try await two.edit(1) { $0.body = "of two\n" }
    try await two.sync()
    #expect(try await vault.item(1)?.revision == lost)
    for _ in 0..<2 { try await one.sync() }
    try await one.encryption.unlock(by: .passphrase(.sample()))
    for _ in 0..<2 { try await one.sync() }
    // Then
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await two.note(1)?.body == "of two\n")
  }

  // MARK: Replies that are not used

  @Test func `a change to the same epoch lets no accepted change be forgotten`() async throws {
    // Given
    _ = try await prepare()
    try await one.edit(1) { $0.body = "mine\n" }
    let (honest, isAsked) = (try await epoch(), CallCount())
    one.network.cheat(onItems: { $0.id == Self.note ? nil : $0 })
    one.network.cheat(onRequests: { request in
      // The first request precedes the batch.
      isAsked.next() == 2 ? .answered(.epochChanged(EpochChange(epoch: honest, forkedAt: .none))) : .forwarded(request)
    })
    await #expect(throws: SyncError.self) { try await one.sync() }
    // When and then
    await #expect(throws: SyncError.transport(.encryption(.withheld(Self.note)))) {
      for _ in 0..<3 { try await one.sync() }
    }
  }

  @Test func `another epoch that this device does not enter lets no deletion be forgotten`() async throws {
    // Given
    _ = try await prepare()
    let second = try #require(try await vault.item(2)?.payload)
    try await one.purge(2)
    try await one.sync()
    try await one.edit(1) { $0.body = "mine\n" }
    // When something else answers a batch, and then the vault says that it is in another epoch
    one.network.failNextBatch(.misaddressed(detail: "a page to sign in"))
    let isAsked = CallCount()
    one.network.cheat(onRequests: { request in
      isAsked.next() == 2
        ? .answered(.epochChanged(EpochChange(epoch: Self.falseEpoch, forkedAt: .none))) : .forwarded(request)
    })
    _ = try? await one.sync()
    one.network.beHonest()
    try await vault.put(second, as: SequentialNoteIDGenerator.id(2))
    _ = try? await one.sync()
    // Then
    #expect(try await one.note(2) == nil)
  }

  @Test func `a device without notes remembers what it purged in the next epoch`() async throws {
    // Given
    _ = try await prepare()
    let first = try #require(try await vault.item(1)?.payload)
    for number in 1...2 as ClosedRange<UInt64> { try await one.purge(number) }
    try await one.sync()
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.beginEpoch(using: SeededRandomness(seed: 8))
      try transaction.save(state: state)
    }
    try await one.sync()
    // When
    try await vault.put(first, as: Self.note)
    try await one.sync()
    // Then
    #expect(try await one.note(1) == nil)
  }

  // MARK: Without end

  @Test func `a page that does not advance is an error`() async throws {
    _ = try await prepare()
    let first = try #require(try await vault.items().first)
    one.network.cheat(onRequests: { request in
      guard request.only == nil, request.after >= first.revision else { return .forwarded(request) }
      return .answered(.page(ChangesPage(head: first.revision, items: [first], hasMore: true)))
    })
    await #expect(throws: SyncError.self) { try await one.sync() }
    _ = try await one.encryption.rotate(with: .sample())
    await #expect(throws: EncryptionError.self) { try await one.encryption.sealAll { _ in } }
  }

  @Test func `a change that is accepted each time and never returned is an error`() async throws {
    // Given
    _ = try await prepare()
    try await one.edit(1) { $0.body = "mine\n" }
    let isAsked = CallCount()
    one.network.cheat(onItems: { $0.id == Self.note ? nil : $0 })
    one.network.cheat(onResults: { result in
      guard case .conflict = result else { return result }
      return .applied(Revision(Int64(1000 + isAsked.next())))
    })
    // When and then
    await #expect(throws: SyncError.transport(.encryption(.withheld(Self.note)))) { try await one.sync() }
    #expect(try await one.note(1)?.body == "mine\n")
  }

  // MARK: Plain text

  @Test func `plain text from between the first keyring and a rotation is not sealed`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    try await one.notes.insert([.sample(1, body: "mine\n")])
    try await one.sync()
    try await vault.put(NotePayload.encode(.sample(1, body: "forged\n")), as: Self.note)
    // When
    _ = try await one.encryption.rotate(with: .sample())
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 1)
    try await one.sync()
    #expect(try await one.note(1)?.body == "mine\n")
  }

  @Test func `plain text that this device would have received is not sealed`() async throws {
    // Given
    try await one.notes.insert([.sample(1), .sample(2)])
    try await one.sync()
    _ = try await one.encryption.enable(with: .sample())
    try await one.sync()
    let forged = NotePayload.encode(.sample(9, body: "forged\n"))
    one.network.cheat(onItems: { item in
      guard item.id == SequentialNoteIDGenerator.id(2) else { return item }
      return VaultItem(id: SequentialNoteIDGenerator.id(9), revision: item.revision, payload: forged)
    })
    // When
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 1)
    #expect(try await vault.item(9) == nil)
  }

  @Test func `plain text of another device is sealed also after a sync between two runs of the command`() async throws {
    // Given
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await two.notes.insert([.sample(2, body: "of two\n")])
    try await two.sync()
    _ = try await one.encryption.enable(with: .sample())
    try await one.sync()
    // When
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 0)
    try await one.sync()
    #expect(try await one.note(2)?.body == "of two\n")
    #expect(try await one.status().blocked.isEmpty)
  }

  // MARK: Keyrings

  @Test func `an earlier key counts as replaced when the program ended before it saved when`() async throws {
    // Given
    let first = try await prepare()
    let vaultID = try Credentials.sample().vault
    let known = try await two.memory.keyring(of: vaultID)
    try await two.memory.save(KnownKeyring(known?.keyring), of: vaultID)
    // When the server keeps the keyring back, and returns a text of a key that was replaced
    two.network.cheat(onItems: { $0.id == Keyring.item ? nil : $0 })
    try await vault.put(first.payload, as: SequentialNoteIDGenerator.id(9))
    try await vault.put(try await sealed("forged\n", like: first), as: Self.note)
    _ = try? await two.sync()
    // Then
    #expect(try await two.note(1)?.body == "later\n")
  }

  /// Seals a text as the next version of the first note with the key that the second device had first.
  private func sealed(_ body: String, like first: VaultItem) async throws -> [UInt8] {
    let keys = try #require(two.credentials.current?.keys)
    let key = try #require(keys.earlier.first)
    let base = try #require(try await vault.item(1)).revision
    return AESVaultCipher().seal(
      SealedVersion(payload: NotePayload.encode(.sample(1, body: body))),
      as: SealOccasion(note: Self.note, base: base, device: DeviceID(bits: 66), batch: 1),
      with: VaultKeys(vault: keys.vault, current: key))
  }

  @Test func `a new recovery code does not bring back a passphrase that was replaced`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    let stored = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    try await one.encryption.changePassphrase(to: .sample("other words of mine"))
    try await vault.put(stored, as: Keyring.item)
    // When
    _ = try await one.encryption.replaceRecoveryCode()
    // Then
    await #expect(throws: EncryptionError.keyring(.wrongPassphrase)) {
      try await two.encryption.unlock(by: .passphrase(.sample()))
    }
    try await two.encryption.unlock(by: .passphrase(.sample("other words of mine")))
  }

  @Test func `a deletion that the server shows between two runs of the command deletes nothing`() async throws {
    // Given
    _ = try await prepare()
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    try await one.encryption.restoreKeyring(by: nil)
    try await one.sync()
    // When the keyring is replaced before the command goes on
    let revision = try await head()
    _ = try await one.encryption.replaceRecoveryCode()
    one.network.cheat(onItems: { item in
      item.id == Self.note ? VaultItem(id: item.id, revision: min(item.revision, revision), payload: nil) : item
    })
    _ = try? await one.encryption.sealAll { _ in }
    one.network.beHonest()
    for _ in 0..<2 { try await one.sync(SyncRequest(deletions: .accept)) }
    // Then
    #expect(try await one.note(1)?.body == "later\n")
  }

  @Test func `a keyring that another device gave back is no reason to take the vault for another one later`()
    async throws
  {
    // Given
    _ = try await prepare()
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    one.network.failNextBatch(.unreachable(detail: "the request was lost"))
    await #expect(throws: EncryptionError.self) { try await one.encryption.restoreKeyring(by: nil) }
    await #expect(throws: SyncError.self) { try await two.sync() }
    try await two.encryption.restoreKeyring(by: nil)
    _ = try await two.encryption.sealAll { _ in }
    _ = try await two.encryption.replaceRecoveryCode()
    for device in [one, two] { try await device.sync() }
    // When
    try await two.purge(2)
    try await two.sync()
    _ = try await one.encryption.rotate(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    // Then
    #expect(try await one.note(2) == nil)
    #expect(try await one.encryption.status().stage == .complete)
  }

  @Test func `a restored vault is sealed also after a sync between two runs of the command`() async throws {
    // Given a server that was restored from a backup of before the vault was encrypted
    try await one.notes.insert([.sample(1, body: "first\n")])
    for device in [one, two] { try await device.sync() }
    let backup = try await vault.store.read(.main) { try $0.contents() }
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.edit(1) { $0.body = "later\n" }
    try await one.sync()
    try await vault.services.administration.restore(.main, to: backup)
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    // When
    try await one.encryption.restoreKeyring(by: nil)
    try await one.sync()
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 0)
    try await one.sync()
    #expect(try await one.encryption.status().stage == .complete)
    #expect(try await one.status().blocked.isEmpty)
    #expect(one.notes.all.contains { $0.body.contains("later") })
  }

  @Test func `plain text of a restored vault that this device has not read is sealed`() async throws {
    // Given
    try await one.notes.insert([.sample(1), .sample(2), .sample(3)])
    try await one.sync()
    let backup = try await vault.store.read(.main) { try $0.contents() }
    for round in 1...5 {
      try await one.edit(1) { $0.body = "round \(round)\n" }
      try await one.sync()
    }
    try await vault.services.administration.restore(.main, to: backup)
    try await two.notes.insert([.sample(9, body: "of two\n")])
    try await two.sync()
    // When
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    let progress = try await one.encryption.sealAll { _ in }
    try await one.sync()
    // Then
    #expect(progress.left == 0)
    #expect(try await one.note(9)?.body == "of two\n")
    #expect(one.notes.all.contains { $0.body == "round 5\n" })
  }

  @Test func `a keyring that is full of keys lets a rotation pass`() async throws {
    // Given
    _ = try await prepare()
    var held = try #require(one.credentials.current)
    let keys = try #require(held.keys)
    let randomness = SeededRandomness(seed: 5)
    let others = (0..<KeyringFormat.maximumEarlierKeys).map { _ in VaultKey(using: randomness) }
    held.keys = VaultKeys(vault: keys.vault, current: keys.current, earlier: keys.earlier + others)
    try one.credentials.save(held)
    // When
    _ = try await one.encryption.rotate(with: .sample())
    // Then
    #expect(one.credentials.current?.keys?.earlier.count == others.count + 2)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    #expect(try await two.encryption.status().stage == .complete)
  }

  @Test func `a keyring that is given back goes on after a lost reply`() async throws {
    // Given
    _ = try await prepare()
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    one.network.loseNextReply()
    await #expect(throws: EncryptionError.self) { try await one.encryption.restoreKeyring(by: nil) }
    // When
    #expect(try await one.encryption.status().stage == .restoring)
    _ = try await one.encryption.sealAll { _ in }
    for device in [one, two] { try await device.sync() }
    // Then
    #expect(try await one.encryption.status().stage == .complete)
    #expect(try await two.note(1)?.body == "later\n")
  }
}
