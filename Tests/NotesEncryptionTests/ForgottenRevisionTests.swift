import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// Servers that make a device forget by which revision it knows a note, so that an earlier version could take the note's place.
@Suite struct ForgottenRevisionTests {
  private static let note = SequentialNoteIDGenerator.id(1)

  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws { (vault, one, two) = try EncryptedDevice.pair(settings: SyncSettings(attempts: 1)) }

  /// Two devices with a note that was edited twice. Returns the version between.
  private func prepare() async throws -> VaultItem {
    try await one.encryptVault(with: two, texts: ["first\n", "second\n"])
    try await one.edit(1) { $0.body = "middle\n" }
    try await one.sync()
    let middle = try #require(try await vault.item(1))
    try await one.edit(1) { $0.body = "later\n" }
    for device in [one, two] { try await device.sync() }
    return middle
  }

  /// Makes the first device read the whole vault, without the note.
  private func readAllWithoutNote() async throws {
    try await one.notes.write { transaction in
      guard var state = try transaction.state() else { return }
      state.snapshot = SyncSnapshot()
      try transaction.save(state: state)
    }
    one.network.cheat(onItems: { $0.id == Self.note ? nil : $0 })
    for _ in 0..<2 { _ = try? await one.sync() }
  }

  private func reason() async throws -> SetAsideVersion.Reason? {
    let items = try await one.notes.read { transaction in try transaction.unreadable(after: nil, limit: 10) }
    return items.first { $0.id == Self.note }?.payload.flatMap(SetAsideVersion.init)?.reason
  }

  @Test func `a change cannot be accepted before the version that it replaces`() async throws {
    // Given
    let middle = try await prepare()
    one.network.cheat(onResults: { result in
      if case .applied = result { .applied(Revision(1)) } else { result }
    })
    try await one.edit(1) { $0.body = "mine\n" }
    // When
    await #expect(throws: SyncError.self) { try await one.sync() }
    one.network.beHonest()
    try await vault.put(middle.payload, as: Self.note)
    _ = try? await one.sync()
    // Then
    #expect(try await one.note(1)?.body == "mine\n")
    #expect(try await reason() == .rolledBack)
  }

  @Test func `a note that was purged and that the vault left out does not return in an earlier version`() async throws {
    // Given
    let middle = try await prepare()
    try await one.purge(1)
    try await readAllWithoutNote()
    one.network.beHonest()
    // When
    try await vault.put(middle.payload, as: Self.note)
    for _ in 0..<2 { _ = try? await one.sync() }
    // Then
    #expect(try await one.note(1) == nil)
    #expect(try await reason() == .rolledBack)
  }

  @Test func `a note that the vault left out and accepted again does not become an earlier version`() async throws {
    // Given
    let middle = try await prepare()
    one.network.cheat(onResults: { result in
      if case .conflict = result { .applied(Revision(1)) } else { result }
    })
    try await readAllWithoutNote()
    one.network.beHonest()
    // When
    try await vault.put(middle.payload, as: Self.note)
    for _ in 0..<2 { _ = try? await one.sync() }
    // Then
    #expect(try await one.note(1)?.body == "later\n")
    #expect(try await reason() == .rolledBack)
  }

  @Test func `a note that the vault left out once is as before when the vault has it again`() async throws {
    // Given
    _ = try await prepare()
    try await readAllWithoutNote()
    one.network.beHonest()
    // When
    for _ in 0..<2 { try await one.sync() }
    // Then
    #expect(try await reason() == nil)
    try await one.edit(1) { $0.body = "mine\n" }
    for device in [one, two] { try await device.sync() }
    #expect(try await two.note(1)?.body == "mine\n")
  }

  @Test func `a note that the vault left out is edited by others afterwards`() async throws {
    // Given
    _ = try await prepare()
    try await readAllWithoutNote()
    one.network.beHonest()
    // When
    try await two.edit(1) { $0.body = "of two\n" }
    try await two.sync()
    for _ in 0..<2 { _ = try? await one.sync() }
    // Then
    #expect(one.notes.all.contains { $0.body == "of two\n" })
    #expect(try await reason() == nil)
  }

  @Test func `nothing of an earlier key is sealed anew in an epoch that this device did not enter`() async throws {
    // Given
    _ = try await prepare()
    let latest = try #require(try await vault.item(1))
    try await one.purge(1)
    try await one.sync()
    let honest = try await vault.epoch()
    let invented = Epoch(bits: 77)
    one.network.cheat(onRequests: { request in
      if request.only != nil { return .forwarded(request) }
      guard request.epoch == invented else {
        return .answered(.epochChanged(EpochChange(epoch: invented, forkedAt: .none)))
      }
      return .forwarded(
        ChangesRequest(
          epoch: honest, after: request.after, floor: request.floor, limit: request.limit, only: request.only))
    })
    one.network.cheat(onBatches: { batch in
      batch.epoch == invented
        ? PushBatch(epoch: honest, device: batch.device, number: batch.number, changes: batch.changes) : batch
    })
    one.network.cheat(onItems: { item in
      item.id == Self.note ? VaultItem(id: item.id, revision: item.revision, payload: latest.payload) : item
    })
    // When
    _ = try await one.encryption.rotate(with: .sample())
    let progress = try? await one.encryption.sealAll { _ in }
    // Then
    #expect(progress == nil || progress?.left != 0)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await two.note(1) == nil)
  }
}
