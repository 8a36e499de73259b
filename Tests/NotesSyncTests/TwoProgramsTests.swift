import NotesDomain
import NotesSync
import NotesTestSupport
import Synchronization
import Testing

/// Two programs that sync one store, such as `sync watch` beside `sync`. The simulation found each of these interleavings.
@Suite struct TwoProgramsTests {
  private let transport = FakeTransport()
  private let interruption = Interruption()

  @Test func `a page waits for the batch that another program sent`() async throws {
    // Given
    let phone = try Device(transport, number: 2)
    let laptop = try Device(transport, notes: [lines(1, "bread")]) { network, _ in
      BusyTransport(transport: network, beforeChanges: interruption.run)
    }
    try await laptop.sync()
    try await phone.sync()
    try await laptop.edit(1) { $0.body += "jam\n" }
    // When: another program sends the edit and never receives the result, and the next version is in the page
    interruption.next = { [transport] in
      let losing = ReplyLosingTransport(transport, losing: .max)
      try? await Self.sync(laptop.store, through: losing)
      _ = try? await phone.sync()
      try? await phone.edit(1) { $0.body += "butter\n" }
      _ = try? await phone.sync()
    }
    try await laptop.sync()
    // Then
    #expect(transport.notes.map(\.body) == ["bread\njam\nbutter\n"])
    #expect(try await laptop.note(1)?.body == "bread\njam\nbutter\n")
    #expect(try await laptop.item(1)?.revision == Revision(3))
    #expect(try await laptop.item(1)?.isDirty == false)
  }

  @Test func `a batch waits for the snapshot that another program began`() async throws {
    // Given: a device with an edit on a version that only the old epoch has
    let laptop = try Device(transport, notes: [lines(1, "bread")]) { network, _ in
      BusyTransport(transport: network, duringChanges: interruption.run)
    }
    try await laptop.sync()
    try await laptop.edit(1) { $0.body += "jam\n" }
    try await laptop.sync()
    try await laptop.edit(1) { $0.body += "honey\n" }
    // When: the vault is restored, gets another version of the same number, and another program enters its epoch
    interruption.next = { [transport] in
      transport.begin(Epoch(bits: 9), after: Revision(1))
      transport.store(NotePayload.encode(lines(1, "elsewhere")), for: SequentialNoteIDGenerator.id(1))
      let failing = BusyTransport(transport: transport, duringChanges: { transport.failNext(.unauthorized) })
      try? await Self.sync(laptop.store, through: failing)
    }
    try await laptop.sync()
    // Then
    #expect(Set(transport.notes.map(\.body)) == ["elsewhere\n", "bread\njam\nhoney\n"])
  }

  @Test func `a page of a snapshot that was read before the batch of another program deletes none of its notes`()
    async throws
  {
    // Given: a device that must take a snapshot, and another program with a batch that did not arrive yet
    let phone = try Device(transport, number: 2)
    let reply = Interruption()
    let laptop = try Device(transport, notes: [lines(1, "bread"), lines(2, "tea")]) { network, _ in
      BusyTransport(transport: network, beforeChanges: interruption.run, duringChanges: reply.run)
    }
    try await laptop.sync()
    try await phone.sync()
    try await laptop.insert(lines(3, "jam"))
    interruption.next = { [transport] in
      let failing = BusyTransport(transport: transport, duringChanges: { transport.failNext(.unauthorized) })
      try? await Self.sync(laptop.store, through: failing)
      try? await phone.purge(1)
      _ = try? await phone.sync()
      transport.forgetTombstones(upTo: Revision(3))
    }
    // When: the batch arrives while the page of the snapshot is under way, after the reply that demands one
    reply.next = { [transport] in
      reply.next = {
        let failing = BusyTransport(transport: transport, duringPush: { transport.failNext(.unauthorized) })
        try? await Self.sync(laptop.store, through: failing)
      }
    }
    try await laptop.sync()
    // Then
    #expect(laptop.store.all == [lines(2, "tea"), lines(3, "jam")])
    #expect(transport.notes == laptop.store.all)
  }

  @Test func `a device that missed a version takes a snapshot`() async throws {
    // Given: a store that an earlier program left with a cursor after a version that it does not have
    let phone = try Device(transport, number: 2)
    let laptop = try Device(transport, notes: [lines(1, "bread")])
    try await laptop.sync()
    try await phone.sync()
    try await phone.edit(1) { $0.body += "butter\n" }
    try await phone.sync()
    try await laptop.store.write { transaction in
      var state = try #require(try transaction.state())
      state.cursor = Revision(2)
      try transaction.save(state: state)
    }
    try await laptop.edit(1) { $0.title = "Breakfast" }
    // When
    try await laptop.sync()
    // Then
    let note = try #require(try await laptop.note(1))
    #expect(note.title == "Breakfast" && note.body == "bread\nbutter\n")
    #expect(transport.notes == [note])
  }

  @Test func `a vault that reports missed versions again and again is not read each time`() async throws {
    // Given: replies to all batches that no later page explains
    let device = try Device(transport, notes: [lines(1, "bread")])
    try await device.sync()
    try await device.edit(1) { $0.body += "jam\n" }
    for _ in 1...100 { transport.answerNext(with: .results([.conflict(revision: Revision(1), isDeleted: false)])) }
    // When
    await #expect(throws: SyncError.self) { try await device.sync() }
    // Then
    let snapshots = transport.requests.filter { $0.after == .none }
    #expect(snapshots.count <= 5, "\(snapshots.count)")
    #expect(try await device.note(1)?.body == "bread\njam\n")
  }

  private static func sync(_ store: InMemoryNoteRepository, through transport: any SyncTransport) async throws {
    _ = try await Device.program(over: store, through: transport).synchronize(SyncRequest()) { _ in }
  }
}
