import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@Suite("The brake on deletions") struct DeletionBrakeTests {
  private let transport = FakeTransport()

  @Test(arguments: [(20, 40, false), (21, 40, true), (21, 105, false), (22, 105, true)])
  func `more than twenty notes and more than a fifth of all are too many`(
    deletions: Int, notes: Int, stops: Bool
  ) async throws {
    let device = try await device(holding: notes, whereOthersDelete: deletions)
    if stops {
      await #expect(throws: SyncError.deletionBrake(DeletionBrake(deletions: deletions, notes: notes))) {
        try await device.sync()
      }
      #expect(device.store.all.count == notes)
    } else {
      #expect(try await device.sync().deleted == deletions)
    }
  }

  @Test func `the brake counts over all pages of a pull, also after an interruption`() async throws {
    let device = try await device(holding: 60, whereOthersDelete: 30, settings: SyncSettings(pageItems: 5))
    await #expect(throws: SyncError.deletionBrake(DeletionBrake(deletions: 25, notes: 60))) { try await device.sync() }
    #expect(device.store.all.count == 40)
  }

  @Test func `a brake stays until a decision, without requests meanwhile`() async throws {
    let device = try await device(holding: 40, whereOthersDelete: 30)
    await #expect(throws: SyncError.self) { try await device.sync() }
    let asked = transport.requests.count
    await #expect(throws: SyncError.deletionBrake(DeletionBrake(deletions: 30, notes: 40))) { try await device.sync() }
    #expect(transport.requests.count == asked)
    #expect(try await device.synchronizer.status().deletionBrake == DeletionBrake(deletions: 30, notes: 40))
  }

  @Test func `accepting deletes the notes and releases the brake`() async throws {
    let device = try await device(holding: 40, whereOthersDelete: 30)
    await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(try await device.sync(SyncRequest(deletions: .accept)).deleted == 30)
    #expect(device.store.all.count == 10)
    #expect(try await device.synchronizer.status().deletionBrake == nil)
  }

  @Test func `keeping restores the notes in the vault`() async throws {
    let device = try await device(holding: 40, whereOthersDelete: 30)
    await #expect(throws: SyncError.self) { try await device.sync() }
    let summary = try await device.sync(SyncRequest(deletions: .keep))
    #expect((summary.deleted, summary.sent) == (0, 30))
    #expect(transport.notes == device.store.all)
    #expect(transport.notes.count == 40)
    #expect(try await device.synchronizer.status().deletionBrake == nil)
  }

  @Test(arguments: [SyncRequest.Deletions.accept, .keep])
  func `the brake also stops a snapshot`(decision: SyncRequest.Deletions) async throws {
    let device = try await device(holding: 40, whereOthersDelete: 30)
    transport.forgetTombstones(upTo: Revision(70))
    await #expect(throws: SyncError.deletionBrake(DeletionBrake(deletions: 30, notes: 40))) { try await device.sync() }
    #expect(device.store.all.count == 40)
    try await device.sync(SyncRequest(deletions: decision))
    #expect(device.store.all.count == (decision == .accept ? 10 : 40))
    #expect(transport.notes == device.store.all)
  }

  @Test func `a note that is purged while the brake stops a snapshot is deleted here, too`() async throws {
    // Given
    let device = try await device(holding: 40, whereOthersDelete: 30)
    transport.forgetTombstones(upTo: Revision(70))
    await #expect(throws: SyncError.self) { try await device.sync() }
    // When
    transport.store(nil, for: SequentialNoteIDGenerator.id(35))
    transport.forgetTombstones(upTo: Revision(71))
    try await device.sync(SyncRequest(deletions: .accept))
    // Then
    #expect(try await device.note(35) == nil)
    #expect(transport.notes == device.store.all && device.store.all.count == 9)
  }

  @Test func `a note that is added while the brake stops a snapshot arrives with the decision`() async throws {
    // Given
    let device = try await device(holding: 40, whereOthersDelete: 30)
    transport.forgetTombstones(upTo: Revision(70))
    await #expect(throws: SyncError.self) { try await device.sync() }
    // When
    transport.store(NotePayload.encode(.sample(50)), for: SequentialNoteIDGenerator.id(50))
    try await device.sync(SyncRequest(deletions: .accept))
    // Then
    #expect(transport.notes == device.store.all && device.store.all.count == 11)
  }

  /// A device with notes, some of which others have deleted since.
  private func device(
    holding notes: Int, whereOthersDelete deletions: Int, settings: SyncSettings = SyncSettings()
  ) async throws -> Device {
    let device = try Device(transport, notes: (1...UInt64(notes)).map { .sample($0) }, settings: settings)
    try await device.sync()
    for number in 1...UInt64(deletions) { transport.store(nil, for: SequentialNoteIDGenerator.id(number)) }
    return device
  }
}
