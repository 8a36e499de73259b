import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// The table of failures in docs/sync.md: a test for each row that depends on the device.
@Suite("Failures during a sync") struct FailureTableTests {
  private let transport = FakeTransport()

  @Test func `a lost request is sent again`() async throws {
    let device = try Device(transport, notes: [.sample(1)])
    transport.failNext(.unreachable(detail: "lost"), times: 2)
    try await device.sync()
    #expect(transport.notes == [.sample(1)])
    #expect(device.clock.pauses.count == 2)
  }

  @Test func `after a lost reply, the batch is sent again and takes effect once`() async throws {
    let device = try Device(transport, notes: [.sample(1)]) { network, _ in ReplyLosingTransport(network, losing: 2) }
    try await device.sync()
    #expect(transport.batches.count == 3)
    #expect(Set(transport.batches).count == 1)
    #expect(transport.items.map(\.revision) == [Revision(1)])
    #expect(try await device.item(1)?.isDirty == false)
  }

  @Test func `a device that stops with a pending batch sends the same batch afterwards`() async throws {
    let device = try Device(transport, notes: [.sample(1)], settings: SyncSettings(attempts: 1)) { network, _ in
      ReplyLosingTransport(network, losing: 9)
    }
    await #expect(throws: SyncError.transport(.unreachable(detail: "lost"))) { try await device.sync() }
    try await device.edit(1) { $0.body = "Edited while it was off." }
    let restarted = try Device(transport, number: 2, copyOf: device)
    try await restarted.sync()
    #expect(transport.batches[0] == transport.batches[1])
    #expect(transport.notes.map(\.body) == ["Edited while it was off."])
    #expect(transport.items.map(\.revision) == [Revision(2)])
  }

  @Test func `an edit during a sync stays pending, and its base moves with the reply`() async throws {
    let device = try Device(transport, notes: [lines(1, "bread")]) { network, store in
      BusyTransport(
        transport: network,
        duringPush: {
          _ = try? await store.update(SequentialNoteIDGenerator.id(1)) { note in
            if note.body == "bread\n" { note.body = "bread\nbutter\n" }
          }
        })
    }
    try await device.sync()
    #expect(transport.notes.map(\.body) == ["bread\nbutter\n"])
    #expect(transport.batches.map { $0.changes.map(\.base) } == [[.none], [Revision(1)]])
  }

  @Test func `a note that is deleted during its push is deleted in the vault too`() async throws {
    let device = try Device(transport, notes: [.sample(1) { $0.trashed = FixedClock.start }]) { network, store in
      BusyTransport(transport: network, duringPush: { _ = try? await store.purge([SequentialNoteIDGenerator.id(1)]) })
    }
    try await device.sync()
    #expect(transport.items.map(\.isTombstone) == [true])
    #expect(try await device.item(1) == nil)
  }

  @Test func `a copied database syncs under a new name, and loses nothing`()
    async throws
  {
    let first = try Device(transport, number: 1, notes: [lines(1, "bread")])
    try await first.sync()
    let second = try Device(transport, number: 2, copyOf: first)
    try await first.insert(.sample(2))
    try await second.insert(.sample(3))
    try await first.sync()
    try await second.sync()
    try await first.sync()
    #expect(try await second.state()?.device != first.state()?.device)
    for device in [first, second] { #expect(device.store.all.map(\.id) == transport.notes.map(\.id)) }
    #expect(transport.notes.count == 3)
  }

  @Test func `a restored device catches up, and loses nothing from its backup`() async throws {
    let device = try Device(transport, number: 1, notes: [lines(1, "bread")])
    try await device.sync()
    let backup = try Device(transport, number: 2, copyOf: device)
    try await device.edit(1) { $0.body += "butter\n" }
    try await device.sync()
    try await backup.edit(1) { $0.body = "rye\n" + $0.body }
    try await backup.sync()
    #expect(transport.notes.map(\.body) == ["rye\nbread\nbutter\n"])
    #expect(try await backup.note(1) == transport.notes.first)
  }

  @Test func `after a vault is restored, devices restore the later changes`() async throws {
    let device = try Device(transport, notes: [lines(1, "bread")])
    try await device.sync()
    try await device.edit(1) { $0.body += "butter\n" }
    try await device.insert(lines(2, "tea"))
    try await device.sync()
    transport.begin(Epoch(bits: 2), after: Revision(1))
    try await device.sync()
    #expect(device.store.all.map(\.body) == ["bread\nbutter\n", "tea\n"])
    #expect(transport.notes == device.store.all)
    #expect(try await device.state()?.epoch == Epoch(bits: 2))
  }

  @Test func `two texts conflict without an ancestor that the restored vault lost, and both stay`() async throws {
    // Given a note that links to another one, and a paragraph that the vault accepted
    let target = Note.sample(1, title: "Target", body: "")
    let linker = Note.sample(2, title: "Linker", body: "see [[Target]]\n")
    let first = try Device(transport, notes: [target, linker])
    let second = try Device(transport, number: 2)
    try await first.sync()
    try await second.sync()
    try await first.edit(2) { $0.body += "PRECIOUS\n" }
    try await first.sync()
    // When
    transport.begin(Epoch(bits: 2), after: Revision(2))
    for (device, name) in [(second, "TargetB"), (first, "TargetA")] {
      try await device.edit(1) { $0.title = name }
      try await device.edit(2) { $0.body = $0.body.replacing("Target", with: name) }
      try await device.sync()
    }
    try await second.sync()
    // Then
    for device in [first, second] { #expect(device.store.all.contains { $0.body.contains("PRECIOUS") }) }
  }

  @Test func `a version that was set aside in a restored vault is merged once it can be read`() async throws {
    // Given a note that the vault lost, and a version in its place that this program could not read before
    let device = try Device(transport, notes: [lines(1, "bread")])
    try await device.sync()
    let theirs = lines(1, "bread", "butter")
    transport.store(NotePayload.encode(theirs), for: theirs.id)
    let stored = try #require(transport.items.first)
    try await device.store.write { transaction in
      try transaction.saveUnreadable(stored)
      var state = try transaction.state() ?? SyncState(device: DeviceID(bits: 1))
      state.cursor = stored.revision
      try transaction.save(state: state)
      try transaction.save(
        SyncItem(revision: stored.revision, base: nil, local: lines(1, "bread"), block: .unreadable), for: theirs.id)
    }
    // When
    try await device.sync()
    // Then
    #expect(try await device.synchronizer.status().blocked == [])
    #expect(device.store.all.contains { $0.body == theirs.body })
  }

  @Test func `of several epochs that were skipped, the earliest fork counts`() async throws {
    let device = try Device(transport, notes: [lines(1, "one"), lines(2, "two"), lines(3, "three")])
    try await device.sync()
    transport.begin(Epoch(bits: 2), after: Revision(1))
    transport.store(NotePayload.encode(lines(8, "elsewhere")), for: lines(8).id)
    transport.store(NotePayload.encode(lines(9, "elsewhere")), for: lines(9).id)
    transport.begin(Epoch(bits: 3), after: Revision(3))
    try await device.sync()
    #expect(Set(transport.notes.map(\.body)) == ["one\n", "two\n", "three\n", "elsewhere\n"])
    #expect(transport.notes == device.store.all)
  }

  @Test func `an empty vault deletes nothing here`() async throws {
    let device = try Device(transport, notes: [.sample(1), .sample(2)])
    try await device.sync()
    let other = FakeTransport(epoch: Epoch(bits: 77))
    let moved = try Device(other, number: 2, copyOf: device)
    try await moved.sync()
    #expect(moved.store.all == [.sample(1), .sample(2)])
    #expect(other.notes == moved.store.all)
  }

  @Test func `a vault that is behind the device receives what it lost`() async throws {
    let device = try Device(transport, notes: [.sample(1), .sample(2)])
    try await device.sync()
    let older = FakeTransport(epoch: Epoch(bits: 1))
    older.store(NotePayload.encode(.sample(1)), for: SequentialNoteIDGenerator.id(1))
    let moved = try Device(older, number: 2, copyOf: device)
    try await moved.sync()
    #expect(older.notes == [.sample(1), .sample(2)])
  }

  @Test func `after a purged tombstone, a stale device takes a snapshot, and unchanged notes do not come back`()
    async throws
  {
    let first = try Device(transport, number: 1, notes: [.sample(1), .sample(2)])
    try await first.sync()
    let second = try Device(transport, number: 2)
    try await second.sync()
    try await first.purge(1)
    try await first.sync()
    transport.forgetTombstones(upTo: Revision(3))
    try await second.sync()
    #expect(second.store.all == [.sample(2)])
    #expect(transport.notes == [.sample(2)])
    #expect(try await second.state()?.snapshot == nil)
  }

  @Test func `after a purged tombstone, an edit that did not know of it brings the note back`() async throws {
    let first = try Device(transport, number: 1, notes: [lines(1, "bread")])
    try await first.sync()
    let second = try Device(transport, number: 2)
    try await second.sync()
    try await first.purge(1)
    try await first.sync()
    transport.forgetTombstones(upTo: Revision(2))
    try await second.edit(1) { $0.body += "butter\n" }
    try await second.sync()
    #expect(transport.notes.map(\.body) == ["bread\nbutter\n"])
  }

  @Test(arguments: [(Revision.none, false), (Revision(7), true)])
  func `a conflict with a missing item or a tombstone is settled at once`(revision: Revision, isDeleted: Bool)
    async throws
  {
    let device = try Device(transport, notes: [.sample(1)])
    try await device.sync()
    try await device.edit(1) { $0.body = "Edited." }
    transport.answerNext(with: .results([.conflict(revision: revision, isDeleted: isDeleted)]))
    // The next batch has the revision of the reply, which the vault does not accept.
    transport.answerNext(with: .results([.refused(.overQuota)]))
    try await device.sync()
    #expect(transport.batches.last?.changes.map(\.base) == [revision])
    #expect(try await device.item(1)?.base == nil)
    #expect(try await device.note(1)?.body == "Edited.")
  }

  @Test func `a refused item is blocked and reported, and all others sync`() async throws {
    let device = try Device(transport, notes: [.sample(1), .sample(2)], settings: SyncSettings(batchItems: 1))
    transport.answerNext(with: .results([.refused(.tooLarge)]))
    let summary = try await device.sync()
    #expect(summary.blocked == 1)
    #expect(transport.notes.count == 1)
    #expect(
      try await device.synchronizer.status().blocked
        == [.init(id: SequentialNoteIDGenerator.id(1), title: "Text.", block: .refused(.tooLarge))])
  }

  @Test func `an edit unblocks a refused item, and so does a request to retry`() async throws {
    let device = try Device(transport, notes: [.sample(1), .sample(2)], settings: SyncSettings(batchItems: 1))
    transport.answerNext(with: .results([.refused(.tooLarge)]))
    transport.answerNext(with: .results([.refused(.tooLarge)]))
    try await device.sync()
    #expect(transport.notes == [])
    try await device.edit(1) { $0.body = "Shorter." }
    try await device.sync()
    #expect(transport.notes.map(\.body) == ["Shorter."])
    try await device.sync(SyncRequest(retriesRefused: true))
    #expect(transport.notes.count == 2)
  }

  @Test func `a refused batch is divided until the refused change is found`() async throws {
    let notes = (1...8).map { Note.sample($0, body: $0 == 6 ? "poison" : "Text \($0).") }
    let device = try Device(transport, notes: notes) { network, _ in
      RefusingTransport(transport: network, poison: notes[5].id)
    }
    let summary = try await device.sync()
    #expect(summary.blocked == 1)
    #expect(transport.notes == notes.filter { $0.body != "poison" })
  }

  @Test func `a note waits for the next sync when something else answers in the server's place`() async throws {
    // Given
    let interruption = Interruption()
    let answer = TransportError.misaddressed(detail: "status 404")
    let device = try Device(transport) { network, _ in
      BusyTransport(transport: network, duringChanges: interruption.run)
    }
    try await device.sync()
    try await device.insert(.sample(1))
    // When
    interruption.next = { [transport] in transport.failNext(answer, times: 2) }
    await #expect(throws: SyncError.transport(answer)) { try await device.sync() }
    // Then
    let batch = try await device.store.read { transaction in try transaction.batch() }
    #expect(batch?.changes.map(\.id) == [SequentialNoteIDGenerator.id(1)])
    #expect(try await device.synchronizer.status().blocked == [])
    try await device.sync()
    #expect(transport.notes == [.sample(1)])
  }

  @Test func `a note that a proxy rejects stays pending, and all others sync`() async throws {
    // Given
    let notes = (1...8).map { Note.sample($0, body: $0 == 6 ? "poison" : "Text \($0).") }
    let answer = TransportError.misaddressed(detail: "status 413")
    let device = try Device(transport, notes: notes) { network, _ in
      RefusingTransport(transport: network, poison: notes[5].id, error: answer)
    }
    // When
    await #expect(throws: SyncError.transport(answer)) { try await device.sync() }
    // Then
    #expect(transport.notes == notes.filter { $0.body != "poison" })
    let status = try await device.synchronizer.status()
    #expect(status.blocked == [] && status.pending == 1)
  }

  @Test func `the notes that a proxy rejects do not keep others back for ever, wherever they are`() async throws {
    // Given
    let notes = (1...20).map { Note.sample($0, body: $0 <= 4 || $0 > 17 ? "poison" : "Text \($0).") }
    let answer = TransportError.misaddressed(detail: "status 413")
    var network: any SyncTransport = transport
    for note in notes where note.body == "poison" {
      network = RefusingTransport(transport: network, poison: note.id, error: answer)
    }
    let device = try Device(transport, notes: notes) { [network] _, _ in network }
    // When
    for _ in 0..<20 { await #expect(throws: SyncError.transport(answer)) { try await device.sync() } }
    // Then
    #expect(transport.notes == notes.filter { $0.body != "poison" })
    #expect(try await device.synchronizer.status().blocked == [])
  }

  @Test func `large notes that a proxy rejects keep back neither others nor files`() async throws {
    // Given notes each of which is a batch of its own
    let photo = Array("a photo".utf8)
    let large = (1...4).map { Note.sample($0, body: String(repeating: "poison ", count: 40)) }
    let small = Note.sample(5) { $0.attachments = [.sample("photo.jpg", photo)] }
    let answer = TransportError.misaddressed(detail: "status 413")
    var network: any SyncTransport = transport
    for note in large { network = RefusingTransport(transport: network, poison: note.id, error: answer) }
    let vault = FakeBlobTransport()
    let device = try Device(
      transport, blobs: vault, notes: large + [small, .sample(6)], settings: SyncSettings(batchBytes: 200)
    ) { [network] _, _ in network }
    device.blobs.keep(photo)
    // When
    await #expect(throws: SyncError.transport(answer)) { try await device.sync() }
    // Then
    #expect(vault.contents[.of(photo)] != nil)
    for _ in 0..<20 { await #expect(throws: SyncError.transport(answer)) { try await device.sync() } }
    #expect(transport.notes.map(\.id) == [5, 6].map(SequentialNoteIDGenerator.id))
    #expect(try await device.synchronizer.status().pending == 4)
  }

  @Test func `a clock that is ten years off changes no decision`() async throws {
    let year: Int64 = 365 * 24 * 3600 * 1000
    let first = try Device(transport, number: 1, notes: [lines(1, "bread", "butter")])
    try await first.sync()
    let wallClock = FixedClock(Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 - 10 * year))
    let second = try Device(transport, number: 2, wallClock: wallClock)
    try await second.sync()
    let (now, longAgo) = (first.wallClock.now(), wallClock.now())
    try await first.edit(1) { note in
      note.body = "rye bread\nbutter\n"
      note.modified = now
    }
    try await second.edit(1) { note in
      note.body = "bread\nbutter\ntea\n"
      note.modified = longAgo
    }
    try await first.sync()
    try await second.sync()
    try await first.sync()
    for device in [first, second] { #expect(device.store.all.map(\.body) == ["rye bread\nbutter\ntea\n"]) }
  }

  @Test(arguments: [
    TransportError.rateLimited(retryAfter: .seconds(7)), .unavailable(detail: "503", retryAfter: .seconds(7)),
    .unreachable(detail: "off"), .undecodable(detail: "cut off"),
  ])
  func `transient errors are retried after a wait, and nothing is committed before`(error: TransportError) async throws
  {
    let device = try Device(transport, notes: [.sample(1)])
    transport.failNext(error, times: 4)
    try await device.sync()
    #expect(transport.items.count == 1)
    #expect(device.clock.pauses.count == 4)
    let least =
      error == .unreachable(detail: "off") || error == .undecodable(detail: "cut off") ? Duration.zero : .seconds(7)
    #expect(device.clock.pauses.allSatisfy { $0 >= least })
  }

  @Test func `an overloaded server without Retry-After gets at least half of the maximum wait`() async throws {
    let device = try Device(transport, notes: [.sample(1)])
    transport.failNext(.rateLimited(retryAfter: nil), times: 2)
    transport.failNext(.unavailable(detail: "503", retryAfter: nil), times: 2)
    try await device.sync()
    let longest: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
    let pauses = device.clock.pauses
    #expect(pauses.count == 4)
    #expect(zip(pauses, longest).allSatisfy { pause, longest in pause >= longest / 2 && pause <= longest }, "\(pauses)")
  }

  @Test(arguments: [
    TransportError.rateLimited(retryAfter: .milliseconds(30_001)),
    .unavailable(detail: "503", retryAfter: .seconds(3_600)),
  ])
  func `a demanded wait above the maximum ends the sync`(error: TransportError)
    async throws
  {
    let device = try Device(transport, notes: [.sample(1)])
    transport.failNext(error)
    await #expect(throws: SyncError.transport(error)) { try await device.sync() }
    #expect(device.clock.pauses == [])
  }

  @Test(arguments: [
    TransportError.notConfigured, .unauthorized, .unsupportedProtocol(found: 2, supported: 1), .oversized(limit: 9),
    .encryption(.locked),
  ])
  func `permanent errors end the sync at once`(error: TransportError) async throws {
    let device = try Device(transport, notes: [.sample(1)])
    transport.failNext(error)
    await #expect(throws: SyncError.transport(error)) { try await device.sync() }
    #expect(device.clock.pauses == [])
  }

  @Test func `attempts are limited, and the next sync continues`() async throws {
    let device = try Device(transport, notes: [.sample(1)], settings: SyncSettings(attempts: 3))
    transport.failNext(.unreachable(detail: "off"), times: 3)
    await #expect(throws: SyncError.transport(.unreachable(detail: "off"))) { try await device.sync() }
    #expect(device.clock.pauses.count == 2)
    try await device.sync()
    #expect(transport.notes == [.sample(1)])
  }

  @Test func `a cancelled wait ends the sync`() async throws {
    let device = try Device(transport, notes: [.sample(1)])
    device.clock.cancel(at: 1)
    transport.failNext(.unreachable(detail: "off"))
    await #expect(throws: SyncError.cancelled) { try await device.sync() }
  }

  @Test func `two programs can sync one store at the same time`() async throws {
    let device = try Device(transport, notes: [lines(1, "bread")]) { network, store in
      BusyTransport(
        transport: network,
        duringPush: { try? await Self.syncElsewhere(store, through: network) },
        duringChanges: { try? await Self.syncElsewhere(store, through: network) })
    }
    try await device.sync()
    try await device.edit(1) { $0.body += "butter\n" }
    try await device.sync()
    #expect(transport.notes.map(\.body) == ["bread\nbutter\n"])
    #expect(transport.items.map(\.revision) == [Revision(2)])
    #expect(try await device.item(1)?.isDirty == false)
  }

  @Test func `a failing store ends the sync, and the next one continues`() async throws {
    let device = try Device(transport, notes: [.sample(1)])
    device.store.failure = .diskFull(path: "/notes")
    await #expect(throws: SyncError.store(.diskFull(path: "/notes"))) { try await device.sync() }
    device.store.failure = nil
    try await device.sync()
    #expect(transport.notes == [.sample(1)])
  }

  private static func syncElsewhere(
    _ store: InMemoryNoteRepository, through transport: any SyncTransport
  ) async throws {
    _ = try await Device.program(over: store, through: transport).synchronize(SyncRequest()) { _ in }
  }
}
