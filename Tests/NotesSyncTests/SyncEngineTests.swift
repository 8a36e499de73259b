import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@Suite("Sync on a device") struct SyncEngineTests {
  @Test func `notes from before the first sync are sent`() async throws {
    let device = try Device(FakeTransport(), notes: [.sample(1), .sample(2)])
    let summary = try await device.sync()
    #expect(device.transport.notes == [.sample(1), .sample(2)])
    #expect(summary.sent == 2)
    #expect(summary.received == 0)
  }

  @Test func `a new device receives every note of the vault, and sends none back`() async throws {
    let transport = FakeTransport()
    try await Device(transport, notes: [.sample(1), .sample(2)]).sync()
    let second = try Device(transport, number: 2)
    let summary = try await second.sync()
    #expect(second.store.all == [.sample(1), .sample(2)])
    #expect(summary.received == 2)
    #expect(summary.sent == 0)
    #expect(transport.items.map(\.revision) == [Revision(1), Revision(2)])
  }

  @Test func `a sync without changes sends one request and writes nothing`() async throws {
    let device = try Device(FakeTransport(), notes: [.sample(1)])
    try await device.sync()
    let (asked, state) = (device.transport.requests.count, try await device.state())
    device.wallClock.advance(by: .milliseconds(5))
    #expect(try await device.sync() == SyncSummary())
    #expect(device.transport.requests.count == asked + 1)
    #expect(device.transport.batches.count == 1)
    var expected = state
    expected?.lastSuccess = device.wallClock.now()
    #expect(try await device.state() == expected)
  }

  @Test func `a device does not receive its own changes`() async throws {
    let device = try Device(
      FakeTransport(), notes: (1...9).map { .sample($0) }, settings: SyncSettings(batchItems: 2))
    try await device.sync()
    #expect(device.transport.batches.count == 5)
    #expect(device.transport.requests.last?.after == Revision(9))
    #expect(try await device.state()?.cursor == Revision(9))
  }

  @Test func `a change has the blobs of its note`() async throws {
    let files = [NotesDomain.Attachment].sample(("b", 2), ("a", 1), ("copy of b", 2))
    let vault = FakeBlobTransport()
    for number in 1...2 as ClosedRange<UInt8> { vault.keep([number], as: .sample(number)) }
    let device = try Device(FakeTransport(), blobs: vault, notes: [.sample(1) { $0.attachments = files }, .sample(2)])
    try await device.sync()
    let blobs = device.transport.batches.flatMap(\.changes).map(\.blobs)
    #expect(Set(blobs) == [[.sample(1), .sample(2)], []])
    try await device.purge(1)
    try await device.sync()
    #expect(device.transport.batches.last?.changes.map(\.blobs) == [[]])
  }

  @Test func `edits of different lines on two devices merge`() async throws {
    let (first, second) = try await pair(lines(1, "bread", "butter", "jam"))
    try await first.edit(1) { $0.body = "rye bread\nbutter\njam\n" }
    try await second.edit(1) { $0.body = "bread\nbutter\njam\ntea\n" }
    try await first.sync()
    let summary = try await second.sync()
    try await first.sync()
    #expect(summary.merged == 1)
    for device in [first, second] { #expect(try await device.note(1)?.body == "rye bread\nbutter\njam\ntea\n") }
  }

  @Test func `two edits that exceed the limit of a note together are both kept, and the sync ends`() async throws {
    @Sendable func keys(_ range: ClosedRange<Int>) -> String {
      range.map { "k\($0): " + String(repeating: "x", count: NoteLimit.properties.maximum / 10) + "\n" }.joined()
    }
    let (first, second) = try await pair(.sample(1) { $0.foreignFrontMatter = keys(2...9) })
    try await first.edit(1) { $0.foreignFrontMatter = keys(1...9) }
    try await second.edit(1) { $0.foreignFrontMatter = keys(2...10) }
    for device in [first, second, first] { try await device.sync() }
    for device in [first, second] {
      #expect(Set(device.store.all.map(\.foreignFrontMatter)) == [keys(1...9), keys(2...10)])
      #expect(try await device.item(1)?.isDirty == false)
    }
  }

  @Test func `a version that no program can read is not taken for a deletion, and the sync ends`() async throws {
    let device = try Device(FakeTransport(), notes: [.sample(1, body: "first")])
    try await device.sync()
    try await device.edit(1) { $0.body = "second" }
    let state = try #require(try await device.state())
    let change = PushChange(id: SequentialNoteIDGenerator.id(1), base: Revision(1), payload: [0xFF])
    let batch = PushBatch(
      epoch: try #require(state.epoch), device: state.device, number: state.nextBatch, changes: [change])
    try await device.store.write { transaction throws(StoreError) in try transaction.save(batch: batch) }
    try await device.sync()
    #expect(try await device.note(1)?.body == "second")
    #expect(try await device.item(1)?.base?.body == "first")
    #expect(try await device.synchronizer.status().blocked.map(\.block) == [.unreadable])
  }

  @Test func `a vault that refuses every note ends the sync, however many there are`() async throws {
    let device = try Device(
      FakeTransport(), notes: (1...9).map { .sample($0) }, settings: SyncSettings(batchItems: 1, fruitlessRounds: 3)
    ) { transport, _ in FullVault(transport: transport) }
    let summary = try await device.sync()
    #expect(summary.blocked == 9)
    #expect(try await device.synchronizer.status().pending == 0)
  }

  @Test func `edits of one line on two devices are both kept, without conflict markers`() async throws {
    let (first, second) = try await pair(lines(1, "bread"))
    try await first.edit(1) { $0.body = "rye bread\n" }
    try await second.edit(1) { $0.body = "white bread\n" }
    try await first.sync()
    let summary = try await second.sync()
    try await first.sync()
    #expect(summary.copied == 1)
    for device in [first, second] {
      #expect(device.store.all.map(\.body).sorted() == ["rye bread\n", "white bread\n"])
      #expect(try await device.note(1)?.body == "rye bread\n")
      #expect(device.store.all.map(\.title).sorted() == ["Lines", "Lines (conflicting copy)"])
    }
  }

  @Test func `a conflict is recorded with both texts and their base`() async throws {
    let (first, second) = try await pair(lines(1, "bread"))
    try await first.edit(1) { $0.body = "rye bread\n" }
    try await second.edit(1) { $0.body = "white bread\n" }
    try await first.sync()
    try await second.sync()
    let conflicts = try await second.store.conflicts()
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1)
    #expect(conflict.base?.body == "bread\n")
    #expect(conflict.theirs.body == "rye bread\n")
    #expect(conflict.ours.body == "white bread\n")
    #expect(try await second.store.note(conflict.copy)?.body == "white bread\n")
    #expect(try await second.synchronizer.status().conflicts == 1)
    #expect(try await first.store.conflicts() == [])
  }

  @Test func `a deletion reaches the other device`() async throws {
    let (first, second) = try await pair(.sample(1), .sample(2))
    try await first.purge(1)
    try await first.sync()
    let summary = try await second.sync()
    #expect(second.store.all == [.sample(2)])
    #expect(summary.deleted == 1)
  }

  @Test func `an edit beats a deletion elsewhere`() async throws {
    let (first, second) = try await pair(lines(1, "bread"))
    try await first.purge(1)
    try await second.edit(1) { $0.body = "rye bread\n" }
    try await first.sync()
    try await second.sync()
    try await first.sync()
    for device in [first, second] { #expect(try await device.note(1)?.body == "rye bread\n") }
  }

  @Test func `an edit elsewhere beats a deletion`() async throws {
    let (first, second) = try await pair(lines(1, "bread"))
    try await first.edit(1) { $0.body = "rye bread\n" }
    try await second.purge(1)
    try await first.sync()
    try await second.sync()
    try await first.sync()
    for device in [first, second] { #expect(try await device.note(1)?.body == "rye bread\n") }
  }

  @Test func `a note that was created and deleted between two syncs is never sent`() async throws {
    let device = try Device(FakeTransport())
    try await device.sync()
    try await device.insert(.sample(1))
    try await device.purge(1)
    try await device.sync()
    #expect(device.transport.batches.isEmpty)
  }

  @Test func `a large note is sent alone`() async throws {
    let notes = [Note.sample(1, body: String(repeating: "a", count: 1_000_000)), .sample(2), .sample(3)]
    let device = try Device(FakeTransport(), notes: notes, settings: SyncSettings(batchBytes: 1000))
    try await device.sync()
    #expect(device.transport.batches.map(\.changes.count) == [1, 2])
    #expect(device.transport.notes == notes)
  }

  @Test func `control characters and every script survive a round trip`() async throws {
    let body = "\u{0}\u{1B}[31m\u{202E}evil\r\n世界 🍞 e\u{301}\u{FEFF}"
    let transport = FakeTransport()
    try await Device(transport, notes: [.sample(1, title: "\u{7}", body: body)]).sync()
    let second = try Device(transport, number: 2)
    try await second.sync()
    #expect(try await second.note(1)?.body.utf8.elementsEqual(body.utf8) == true)
  }

  @Test func `progress of sending and receiving is reported`() async throws {
    let transport = FakeTransport()
    let first = try Device(transport, notes: (1...5).map { .sample($0) }, settings: SyncSettings(batchItems: 2))
    let recorder = ProgressRecorder()
    _ = try await first.synchronizer.synchronize(SyncRequest(), progress: recorder.note)
    #expect(recorder.all.map(\.finished) == [0, 2, 4])
    #expect(recorder.all.allSatisfy { $0.activity == .sending && $0.total == 5 })

    let second = try Device(transport, number: 2, settings: SyncSettings(pageItems: 2))
    let received = ProgressRecorder()
    _ = try await second.synchronizer.synchronize(SyncRequest(), progress: received.note)
    #expect(received.all == [2, 4].map { SyncProgress(.receiving, finished: $0, total: 5) })
  }

  @Test func `a cancelled sync stops before its next request, and loses nothing`() async throws {
    let device = try Device(FakeTransport(), notes: [.sample(1)])
    let task = Task { @concurrent in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await device.sync()
    }
    await #expect(throws: SyncError.cancelled) { try await task.value }
    #expect(device.transport.requests.isEmpty)
    try await device.sync()
    #expect(device.transport.notes == [.sample(1)])
  }

  @Test func `the status counts the pending changes`() async throws {
    let device = try Device(FakeTransport(), notes: [.sample(1), .sample(2)])
    #expect(try await device.synchronizer.status() == SyncStatus(hasSynced: false, pending: 2))
    try await device.sync()
    try await device.edit(1) { $0.isPinned = true }
    try await device.purge(2)
    #expect(
      try await device.synchronizer.status()
        == SyncStatus(hasSynced: true, pending: 2, lastSuccess: FixedClock.start))
  }

  /// Two devices with the same notes.
  private func pair(_ notes: Note...) async throws -> (Device, Device) {
    let transport = FakeTransport()
    let first = try Device(transport, number: 1, notes: notes)
    try await first.sync()
    let second = try Device(transport, number: 2)
    try await second.sync()
    return (first, second)
  }
}

/// A vault without space for any note.
private struct FullVault: SyncTransport {
  let transport: any SyncTransport

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    .results(batch.changes.map { _ in .refused(.overQuota) })
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await transport.changes(request)
  }
}
