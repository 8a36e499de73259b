import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// Replies that no vault gives are rejected.
@Suite("Invalid replies of a vault") struct HostileReplyTests {
  private static let first = VaultItem(id: SequentialNoteIDGenerator.id(1), revision: Revision(1), payload: nil)
  private static let second = VaultItem(id: SequentialNoteIDGenerator.id(2), revision: Revision(2), payload: nil)

  private let transport = FakeTransport()

  @Test(arguments: [
    ("items out of order", ChangesPage(head: Revision(9), items: [second, first], hasMore: false)),
    ("an item twice", ChangesPage(head: Revision(9), items: [first, first], hasMore: false)),
    ("a head before the items", ChangesPage(head: Revision(1), items: [first, second], hasMore: false)),
    ("an empty page before the last one", ChangesPage(head: Revision(9), items: [], hasMore: true)),
    ("more than requested", ChangesPage(head: Revision(9), items: [first, second], hasMore: false)),
    ("a head before the cursor", ChangesPage(head: Revision(-1), items: [], hasMore: false)),
  ])
  func `an invalid page is rejected`(what: String, page: ChangesPage) async throws {
    let limit = what == "more than requested" ? 1 : 500
    let device = try Device(transport, settings: SyncSettings(pageItems: limit, attempts: 1))
    try await device.sync()
    let before = try await device.state()
    transport.answerNext(with: .page(page))
    await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(try await device.state() == before)
  }

  @Test(arguments: [
    ("too few results", [PushResult]()),
    ("too many results", [.applied(Revision(1)), .applied(Revision(2)), .applied(Revision(3))]),
    ("revisions that do not increase", [.applied(Revision(2)), .applied(Revision(2))]),
    ("a revision of nothing", [.applied(.none), .applied(Revision(1))]),
    ("a negative revision", [.conflict(revision: Revision(-1), isDeleted: false), .applied(Revision(1))]),
  ])
  func `invalid results are rejected, and the batch stays pending`(
    what: String, results: [PushResult]
  ) async throws {
    let device = try Device(transport, notes: [.sample(1), .sample(2)], settings: SyncSettings(attempts: 1))
    transport.answerNext(with: .results(results))
    await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(try await device.item(1)?.isDirty == true)
    try await device.sync()
    #expect(transport.notes == [.sample(1), .sample(2)])
  }

  @Test func `the highest possible revision does not overflow`() async throws {
    let device = try Device(transport, settings: SyncSettings(attempts: 1))
    try await device.sync()
    transport.answerNext(with: .page(ChangesPage(head: Revision(.max), items: [], hasMore: false)))
    try await device.sync()
    try await device.insert(.sample(1))
    transport.answerNext(with: .page(ChangesPage(head: Revision(.max), items: [], hasMore: false)))
    try await device.sync()
    #expect(transport.notes == [.sample(1)])
  }

  @Test(arguments: [.min, -1, 0, 1, 1 << 31, 1 << 53, .max - 1, .max] as [Int64])
  func `extreme numbers in a reply trap nothing and lose nothing`(number: Int64) async throws {
    let revision = Revision(number)
    let item = VaultItem(
      id: SequentialNoteIDGenerator.id(1), revision: revision, payload: NotePayload.encode(.sample(1, body: "theirs\n"))
    )
    let pages = [true, false].map { ChangesReply.page(ChangesPage(head: revision, items: [item], hasMore: $0)) }
    let change = EpochChange(epoch: Epoch(bits: 99), forkedAt: revision)
    for reply in pages + [.epochChanged(change)] {
      // Given
      let transport = FakeTransport()
      let device = try Device(transport, notes: [.sample(1, body: "text\n")], settings: SyncSettings(attempts: 1))
      try await device.sync()
      try await device.edit(1) { $0.body = "mine\n" }
      // When
      transport.answerNext(with: reply)
      _ = try? await device.sync()
      // Then
      for _ in 0..<3 { _ = try? await device.sync() }
      #expect(device.store.all.contains { $0.body == "mine\n" })
    }
    for result in [
      PushResult.applied(revision), .conflict(revision: revision, isDeleted: false),
      .conflict(revision: revision, isDeleted: true),
    ] {
      // Given
      let transport = FakeTransport()
      let device = try Device(transport, notes: [.sample(1, body: "text\n")], settings: SyncSettings(attempts: 1))
      try await device.sync()
      try await device.edit(1) { $0.body = "mine\n" }
      // When
      transport.answerNext(with: .results([result]))
      _ = try? await device.sync()
      // Then
      for _ in 0..<3 { _ = try? await device.sync() }
      #expect(device.store.all.contains { $0.body == "mine\n" })
    }
  }

  @Test func `a change to the same epoch is rejected`() async throws {
    let device = try Device(transport, settings: SyncSettings(attempts: 1))
    try await device.sync()
    transport.answerNext(with: ChangesReply.epochChanged(EpochChange(epoch: Epoch(bits: 1), forkedAt: .none)))
    await #expect(throws: SyncError.self) { try await device.sync() }
  }

  @Test func `a vault that demands one snapshot after another is an error`() async throws {
    let device = try Device(transport, notes: [.sample(1)], settings: SyncSettings(attempts: 1))
    try await device.sync()
    for _ in 0..<9 { transport.answerNext(with: ChangesReply.resync) }
    await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(device.store.all == [.sample(1)])
  }

  @Test func `a vault that changes its epoch without end is an error, and nothing is lost`() async throws {
    let device = try Device(transport, notes: [.sample(1)], settings: SyncSettings(fruitlessRounds: 10))
    for epoch in 100..<200 {
      transport.answerNext(
        with: ChangesReply.epochChanged(EpochChange(epoch: Epoch(bits: UInt128(epoch)), forkedAt: .none)))
    }
    await #expect(throws: SyncError.roundLimitReached(rounds: 10)) { try await device.sync() }
    #expect(device.store.all == [.sample(1)])
  }

  @Test func `a vault that accepts a change in each of its epochs and never returns it is an error`() async throws {
    // Given
    let device = try Device(transport, notes: [.sample(1)], settings: SyncSettings(attempts: 1))
    for epoch in 100..<200 {
      transport.answerNext(
        with: ChangesReply.epochChanged(EpochChange(epoch: Epoch(bits: UInt128(epoch)), forkedAt: .none)))
      transport.answerNext(with: ChangesReply.page(ChangesPage(head: .none, items: [], hasMore: false)))
      transport.answerNext(with: PushReply.results([.applied(Revision(1))]))
    }
    // When and then
    await #expect(throws: SyncError.transport(.undecodable(detail: "the vault begins one epoch after another"))) {
      try await device.sync()
    }
    #expect(device.store.all == [.sample(1)])
  }

  @Test func `an unreadable item is set aside, and delays no others`() async throws {
    let device = try Device(transport)
    transport.store([0xFF, 0xFE], for: SequentialNoteIDGenerator.id(1))
    transport.store(NotePayload.encode(.sample(2)), for: SequentialNoteIDGenerator.id(2))
    try await device.sync()
    #expect(device.store.all == [.sample(2)])
    #expect(
      try await device.synchronizer.status().blocked
        == [.init(id: SequentialNoteIDGenerator.id(1), title: nil, block: .unreadable)])
  }

  @Test func `a version of an encrypted vault that is not used is in the status with its reason`() async throws {
    let device = try Device(transport)
    let id = SequentialNoteIDGenerator.id(1)
    transport.store(SetAsideVersion([1], because: .rolledBack).payload, for: id)
    try await device.sync()
    #expect(
      try await device.synchronizer.status().blocked
        == [.init(id: id, title: nil, block: .unreadable, setAside: .rolledBack)])
  }

  @Test func `a note whose version in the vault is unreadable stays, and is not overwritten there`() async throws {
    let device = try Device(transport, notes: [.sample(1)])
    try await device.sync()
    transport.store([0xFF], for: SequentialNoteIDGenerator.id(1))
    try await device.edit(1) { $0.body = "Edited here." }
    try await device.sync()
    #expect(try await device.note(1)?.body == "Edited here.")
    #expect(transport.items.map(\.payload) == [[0xFF]])
  }

  @Test func `on request, the note of this device replaces the version that cannot be read`() async throws {
    // Given
    let device = try Device(FakeTransport(), notes: [.sample(1, body: "mine")])
    try await device.sync()
    device.transport.store([0xFF], for: SequentialNoteIDGenerator.id(1))
    try await device.sync()
    try await device.edit(1) { $0.body = "mine, later" }
    try await device.sync()
    #expect(device.transport.notes == [] && device.store.all.map(\.body) == ["mine, later"])
    // When
    try await device.sync(SyncRequest(replacesUnreadable: true))
    // Then
    #expect(device.transport.notes.map(\.body) == ["mine, later"])
    #expect(try await device.synchronizer.status().blocked == [])
  }

  @Test func `the next snapshot forgets an unreadable item that the vault no longer has`() async throws {
    let device = try Device(transport, notes: [.sample(2)])
    try await device.sync()
    transport.store([0xFF], for: SequentialNoteIDGenerator.id(1))
    try await device.sync()
    transport.store(nil, for: SequentialNoteIDGenerator.id(1))
    transport.forgetTombstones(upTo: Revision(3))
    try await device.sync()
    #expect(try await device.synchronizer.status().blocked == [])
    #expect(device.store.all == [.sample(2)])
  }

  @Test func `a deletion forgets an unreadable item`() async throws {
    let device = try Device(transport, notes: [.sample(2)])
    try await device.sync()
    transport.store([0xFF], for: SequentialNoteIDGenerator.id(1))
    try await device.sync()
    transport.store(nil, for: SequentialNoteIDGenerator.id(1))
    try await device.sync()
    #expect(try await device.synchronizer.status().blocked == [])
  }

  @Test func `a device forgets an unreadable item of another vault, even if it has nothing else`() async throws {
    let device = try Device(transport)
    transport.store([0xFF], for: SequentialNoteIDGenerator.id(1))
    try await device.sync()
    transport.store(nil, for: SequentialNoteIDGenerator.id(1))
    transport.forgetTombstones(upTo: Revision(2))
    transport.begin(Epoch(bits: 2), after: .none)
    try await device.sync()
    #expect(try await device.synchronizer.status().blocked == [])
  }

  @Test func `a note that was edited while its request was refused is sent again`() async throws {
    let note = Note.sample(1, body: "poison")
    let device = try Device(transport, notes: [note]) { network, store in
      RefusingFirstBatch(transport: network) {
        _ = try? await store.update(note.id) { $0.body = "harmless" }
      }
    }
    try await device.sync()
    #expect(transport.notes.map(\.body) == ["harmless"])
    #expect(try await device.synchronizer.status().blocked == [])
  }

  @Test func `a readable version replaces an unreadable one`() async throws {
    let device = try Device(transport, notes: [lines(1, "bread")])
    try await device.sync()
    transport.store([0xFF], for: SequentialNoteIDGenerator.id(1))
    try await device.edit(1) { $0.body += "butter\n" }
    try await device.sync()
    transport.store(NotePayload.encode(lines(1, "rye", "bread")), for: SequentialNoteIDGenerator.id(1))
    try await device.sync()
    #expect(transport.notes.map(\.body) == ["rye\nbread\nbutter\n"])
    #expect(try await device.synchronizer.status().blocked == [])
  }
}
