import NotesDomain
import NotesHosting
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

  init() throws { (vault, one, two) = try EncryptedDevice.pair(settings: SyncSettings(attempts: 1)) }

  private func prepare() async throws -> VaultItem { try await vault.replaceKey(on: one, and: two) }

  /// Shows a payload as the version of the first note, at the revision of the present one.
  private func show(_ payload: [UInt8]?, to device: EncryptedDevice) {
    device.network.cheat(onItems: { item in
      item.id == Self.note ? VaultItem(id: item.id, revision: item.revision, payload: payload) : item
    })
  }

  /// Says once that the vault is in another epoch, and goes on with the true one under its name.
  private func pretendEpoch(to device: EncryptedDevice, forkedAt: Revision) async throws {
    let honest = try await vault.epoch()
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
    try await pretendEpoch(to: one, forkedAt: try await vault.head())
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
    let (honest, isAsked) = (try await vault.epoch(), CallCount())
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
}
