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

  @Test func `the brake also stops the reply to a batch that waited while others deleted its notes`() async throws {
    // Given
    let device = try await deviceWithBatch { $0.trashed = FixedClock.start }
    // When
    let brake = SyncError.deletionBrake(DeletionBrake(deletions: 30, notes: 40))
    await #expect(throws: brake) { try await device.sync() }
    // Then
    let sent = transport.batches.count
    await #expect(throws: brake) { try await device.sync() }
    #expect(device.store.all.count == 40 && transport.batches.count == sent)
  }

  @Test(arguments: [SyncRequest.Deletions.accept, .keep])
  func `the decision holds for the reply to a batch`(decision: SyncRequest.Deletions) async throws {
    // Given
    let device = try await deviceWithBatch { $0.trashed = FixedClock.start }
    await #expect(throws: SyncError.self) { try await device.sync() }
    // When
    let summary = try await device.sync(SyncRequest(deletions: decision))
    // Then
    #expect(summary.deleted == (decision == .accept ? 30 : 0))
    #expect(device.store.all.count == (decision == .accept ? 10 : 40) && transport.notes == device.store.all)
    #expect(try await device.synchronizer.status().deletionBrake == nil)
  }

  @Test func `edited notes survive, however many of them others deleted before their batch arrived`() async throws {
    // Given
    let device = try await deviceWithBatch { $0.body = "edited" }
    // When
    try await device.sync()
    // Then
    #expect(device.store.all.count == 40 && transport.notes == device.store.all)
    #expect(transport.notes.count(where: { $0.body == "edited" }) == 30)
  }

  /// A device with forty notes and a batch that did not arrive, with a change of thirty of them that others have deleted since.
  private func deviceWithBatch(_ change: @escaping @Sendable (inout Note) -> Void) async throws -> Device {
    let interruption = Interruption()
    let device = try Device(transport, notes: (1...40).map { .sample($0) }) { network, _ in
      BusyTransport(transport: network, duringChanges: interruption.run)
    }
    try await device.sync()
    for number in 1...30 as ClosedRange<UInt64> { try await device.edit(number, change) }
    interruption.next = { [transport] in transport.failNext(.unauthorized) }
    await #expect(throws: SyncError.transport(.unauthorized)) { try await device.sync() }
    for number in 1...30 as ClosedRange<UInt64> {
      transport.store(nil, for: SequentialNoteIDGenerator.id(number))
    }
    return device
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
