import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// A note that one device removes for good, while another one moves it to the trash or edits it.
@Suite("Notes that are purged on one device") struct PurgedNoteTests {
  private let transport = FakeTransport()

  private func devices() async throws -> (Device, Device) {
    let first = try Device(transport, notes: [.sample(1, body: "rye")])
    let second = try Device(transport, number: 2)
    try await first.sync()
    try await second.sync()
    return (first, second)
  }

  private func sync(_ devices: Device...) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync() } }
  }

  @Test(arguments: [true, false])
  func `a note that is in the trash of another device stays purged`(purgeIsSentFirst: Bool) async throws {
    // Given
    let (first, second) = try await devices()
    try await first.purge(1)
    try await second.edit(1) {
      $0.trashed = FixedClock.start
      $0.modified = Timestamp(millisecondsSince1970: 9)
    }
    // When
    if purgeIsSentFirst { try await sync(first, second) } else { try await sync(second, first) }
    // Then
    #expect(transport.notes == [] && first.store.all == [] && second.store.all == [])
  }

  @Test func `a note that was moved to the trash while its purge arrived at the server stays purged`() async throws {
    // Given a push that meets the deletion before a pull does
    let interruption = Interruption()
    let (first, _) = try await devices()
    let third = try Device(transport, number: 3) { network, _ in
      BusyTransport(transport: network, duringChanges: interruption.run)
    }
    try await third.sync()
    try await first.purge(1)
    try await third.edit(1) { $0.trashed = FixedClock.start }
    // When
    interruption.next = { _ = try? await first.sync() }
    try await sync(third, first)
    // Then
    #expect(transport.notes == [] && first.store.all == [] && third.store.all == [])
  }

  @Test(arguments: [true, false])
  func `a note stays purged although the reply to its last edit was lost, and its batch is forgotten`(
    wasExecuted: Bool
  ) async throws {
    // Given
    let (first, _) = try await devices()
    let answer = TransportError.misaddressed(detail: "status 403")
    let losing = ReplyLosingTransport(transport, losing: 10)
    try await first.edit(1) { $0.body = "rye and spelt" }
    let program = try Device.program(over: first.store, through: losing)
    if wasExecuted {
      _ = try? await program.synchronize(SyncRequest()) { _ in }
    } else {
      transport.failNext(.unreachable(detail: "lost"), times: 5)
      _ = try? await first.sync()
    }
    try await first.purge(1)
    // When
    _ = try? await Device.program(
      over: first.store,
      through: RefusingTransport(transport: transport, poison: SequentialNoteIDGenerator.id(1), error: answer)
    ).synchronize(SyncRequest()) { _ in }
    try await sync(first)
    // Then
    #expect(transport.notes == [] && first.store.all == [])
  }

  @Test func `a note that was purged offline stays purged when the server is restored`() async throws {
    // Given
    let (first, second) = try await devices()
    try await first.purge(1)
    // When
    transport.begin(Epoch(bits: 9), after: Revision(1))
    try await sync(first, second)
    // Then
    #expect(transport.notes == [] && first.store.all == [] && second.store.all == [])
  }

  @Test func `a note stays purged when the restored server has a version from before the one that was purged`()
    async throws
  {
    // Given
    let (first, second) = try await devices()
    try await first.edit(1) { $0.body = "rye and salt" }
    try await first.sync()
    try await first.purge(1)
    // When
    transport.begin(Epoch(bits: 9), after: Revision(1))
    try await sync(first, second)
    // Then
    #expect(transport.notes == [] && first.store.all == [] && second.store.all == [])
  }

  @Test func `a note stays purged when another device stores it in a restored server that never had it`() async throws {
    // Given
    let (first, second) = try await devices()
    try await first.purge(1)
    // When
    transport.begin(Epoch(bits: 9), after: .none)
    try await second.sync()
    try await sync(first, second)
    // Then
    #expect(transport.notes == [] && first.store.all == [] && second.store.all == [])
  }

  @Test func `a note stays purged when another device changed it and changed it back`() async throws {
    // Given
    let (first, second) = try await devices()
    try await first.purge(1)
    for isPinned in [true, false] {
      try await second.edit(1) { $0.isPinned = isPinned }
      try await second.sync()
    }
    // When
    try await sync(first, second)
    // Then
    #expect(transport.items.map(\.revision) == [Revision(4)])
    #expect(transport.notes == [] && first.store.all == [] && second.store.all == [])
  }

  @Test(arguments: [PushReply.deviceForked, nil])
  func `a note that was purged before the reply to its first batch arrived stays purged`(reply: PushReply?) async throws
  {
    // Given a batch that was executed, and a device that never learns of it
    let first = try Device(transport, notes: [.sample(1)], settings: SyncSettings(attempts: 1)) { network, _ in
      ReplyLosingTransport(network, losing: 1)
    }
    await #expect(throws: SyncError.self) { try await first.sync() }
    let second = try Device(transport, number: 2)
    try await second.sync()
    #expect(second.store.all == [.sample(1)])
    // When
    try await first.purge(1)
    if let reply { transport.answerNext(with: reply) } else { transport.begin(Epoch(bits: 9), after: Revision(1)) }
    try await sync(first, second)
    // Then
    #expect(transport.notes == [] && first.store.all == [] && second.store.all == [])
    #expect(try await first.item(1) == nil)
  }

  @Test(arguments: [PushReply.deviceForked, nil])
  func `a note that was edited over its deletion, and purged before the reply to that, stays purged`(
    reply: PushReply?
  ) async throws {
    // Given a device that edits a note which another one purged, and that never learns that the edit arrived
    let (first, second) = try await devices()
    let third = try Device(transport, number: 3, settings: SyncSettings(attempts: 1)) { network, _ in
      ReplyLosingTransport(network, losing: 1)
    }
    try await third.sync()
    try await first.purge(1)
    try await first.sync()
    try await third.edit(1) { $0.body += " and salt" }
    await #expect(throws: SyncError.self) { try await third.sync() }
    try await second.sync()
    #expect(second.store.all.map(\.body) == ["rye and salt"])
    // When
    try await third.purge(1)
    if let reply { transport.answerNext(with: reply) } else { transport.begin(Epoch(bits: 9), after: Revision(3)) }
    try await sync(third, second)
    // Then
    #expect(transport.notes == [] && third.store.all == [] && second.store.all == [])
    #expect(try await third.item(1) == nil)
  }

  @Test func `a note that was purged before its first batch arrived anywhere is forgotten`() async throws {
    // Given
    let interruption = Interruption()
    let device = try Device(transport) { network, _ in
      BusyTransport(transport: network, duringChanges: interruption.run)
    }
    try await device.sync()
    try await device.insert(.sample(1))
    interruption.next = { [transport] in transport.failNext(.unauthorized) }
    await #expect(throws: SyncError.self) { try await device.sync() }
    // When
    try await device.purge(1)
    transport.begin(Epoch(bits: 9), after: .none)
    try await sync(device)
    // Then
    #expect(transport.notes == [] && device.store.all == [])
    #expect(try await device.item(1) == nil)
  }

  @Test(arguments: [true, false])
  func `a note that was moved to the trash while its tombstone was purged at the server stays purged`(
    isEdited: Bool
  ) async throws {
    // Given a device that stopped with a batch that never arrived
    let interruption = Interruption()
    let (first, _) = try await devices()
    let third = try Device(transport, number: 3) { network, _ in
      BusyTransport(transport: network, duringChanges: interruption.run)
    }
    try await third.sync()
    try await third.edit(1) {
      if isEdited { $0.body += " and salt" }
      $0.trashed = FixedClock.start
    }
    interruption.next = { [transport] in transport.failNext(.unauthorized) }
    await #expect(throws: SyncError.self) { try await third.sync() }
    // When
    try await first.purge(1)
    try await first.sync()
    transport.forgetTombstones(upTo: Revision(2))
    try await sync(third, first)
    // Then
    #expect(transport.notes.map(\.body) == (isEdited ? ["rye and salt"] : []))
    #expect(first.store.all == transport.notes && third.store.all == transport.notes)
  }

  @Test(arguments: [true, false])
  func `a note that another device edited and moved to the trash returns`(purgeIsSentFirst: Bool) async throws {
    let (first, second) = try await devices()
    try await first.purge(1)
    try await second.edit(1) {
      $0.body += " and salt"
      $0.trashed = FixedClock.start
    }
    if purgeIsSentFirst { try await sync(first, second) } else { try await sync(second, first) }
    #expect(transport.notes.map(\.body) == ["rye and salt"] && first.store.all == second.store.all)
  }
}
