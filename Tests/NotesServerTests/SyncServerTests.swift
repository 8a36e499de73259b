import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("The server") struct SyncServerTests {
  @Test func `a server that fails before its commit has no effect, and the same batch is executed later`()
    async throws
  {
    let server = try await Server()
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
    let before = try await server.administration.backup(.main)
    let batch = PushBatch(
      epoch: try #require(try await server.epoch()), device: DeviceID(bits: 1), number: 2,
      changes: [.of(1, over: 1, nil), .of(2), .of(3, over: 1)])

    server.store.commitFailure = .diskFull(path: "/server")
    await #expect(throws: ServiceError.store(.diskFull(path: "/server"))) {
      try await server.service.push(batch, to: .main)
    }
    #expect(try await server.administration.backup(.main) == before)

    server.store.commitFailure = nil
    let reply = try await server.service.push(batch, to: .main)
    #expect(
      reply
        == .results([
          .applied(Revision(2)), .applied(Revision(3)), .conflict(revision: .none, isDeleted: false),
        ]))
  }

  @Test func `an error of the store is reported to devices and operators`() async throws {
    let server = try await Server()
    _ = try await server.epoch()
    server.store.failure = .locked(path: "/server")
    await #expect(throws: ServiceError.store(.locked(path: "/server"))) { try await server.epoch() }
    await #expect(throws: StoreError.locked(path: "/server")) { try await server.administration.vaults() }
    await #expect(throws: StoreError.locked(path: "/server")) {
      try await server.administration.purge(.main, upTo: .none)
    }
  }

  @Test func `a change that is too large is refused, and the others in its batch are accepted`() async throws {
    var settings = ServerSettings()
    settings.maximumItemBytes = 3
    let server = try await Server(settings: settings)
    let reply = try await server.push([.of(1, [1, 2, 3]), .of(2, [1, 2, 3, 4]), .of(3, [])], number: 1)
    #expect(reply == .results([.applied(Revision(1)), .refused(.tooLarge), .applied(Revision(2))]))
    #expect(try await server.push([.of(1, over: 1, nil)], number: 2) == .results([.applied(Revision(3))]))
  }

  @Test func `a change that is too large and out of date is a conflict, since it may return smaller`()
    async throws
  {
    var settings = ServerSettings()
    settings.maximumItemBytes = 3
    let server = try await Server(settings: settings)
    _ = try await server.push([.of(1)], number: 1)
    let reply = try await server.push([.of(1, [1, 2, 3, 4])], number: 2)
    #expect(reply == .results([.conflict(revision: Revision(1), isDeleted: false)]))
  }

  @Test func `a full vault accepts edits and deletions, and no further notes`() async throws {
    var settings = ServerSettings()
    settings.budget.notes = 2
    let server = try await Server(settings: settings)
    let full = try await server.push([.of(1), .of(2), .of(3)], number: 1)
    #expect(full == .results([.applied(Revision(1)), .applied(Revision(2)), .refused(.overQuota)]))
    let changed = try await server.push([.of(1, over: 1, [2]), .of(5)], number: 2)
    #expect(changed == .results([.applied(Revision(3)), .refused(.overQuota)]))
    let freed = try await server.push([.of(2, over: 2, nil), .of(4), .of(6)], number: 3)
    #expect(freed == .results([.applied(Revision(4)), .applied(Revision(5)), .refused(.overQuota)]))
  }

  @Test func `a batch that is too large is refused as a whole, unless it has one change only`()
    async throws
  {
    var settings = ServerSettings()
    settings.maximumBatchBytes = 5
    settings.maximumItemBytes = 4
    settings.maximumChanges = 2
    let server = try await Server(settings: settings)
    await #expect(throws: ServiceError.tooLarge(limit: 5)) {
      try await server.push([.of(1, [1, 2, 3]), .of(2, [1, 2, 3])], number: 1)
    }
    await #expect(throws: ServiceError.self) { try await server.push([.of(1), .of(2), .of(3)], number: 1) }
    let alone = try await server.push([.of(1, [1, 2, 3, 4, 5, 6])], number: 1)
    #expect(alone == .results([.refused(.tooLarge)]))
    let fitting = try await server.push([.of(1, [1, 2, 3, 4]), .of(2, [5])], number: 2)
    #expect(fitting == .results([.applied(Revision(1)), .applied(Revision(2))]))
  }

  @Test func `a page is limited by the server`() async throws {
    var settings = ServerSettings()
    settings.maximumPageItems = 2
    settings.pageBytes = 10
    let server = try await Server(settings: settings)
    _ = try await server.push([.of(1, [1]), .of(2, [1]), .of(3, [1])], number: 1)
    _ = try await server.push([.of(4, [UInt8](repeating: 0, count: 11)), .of(5)], number: 2)
    let epoch = try await server.epoch()
    var revisions: [[Int64]] = []
    var after = Revision.none
    while true {
      let request = ChangesRequest(epoch: epoch, after: after, floor: after, limit: 100)
      guard case .page(let page) = try await server.service.changes(request, in: .main) else { break }
      revisions.append(page.items.map(\.revision.number))
      guard page.hasMore, let last = page.items.last else { break }
      after = last.revision
    }
    #expect(revisions == [[1, 2], [3], [4], [5]])
  }

  @Test func `a reply that is larger than the memory for it is not read, and its size is known`() async throws {
    // Given
    let server = try await Server()
    _ = try await server.push([.of(1, [1, 2, 3]), .of(2, [4, 5])], number: 1)
    let epoch = try await server.epoch()
    let page = ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: 10)
    let item = ChangesRequest(
      epoch: epoch, after: .none, floor: nil, limit: 10, only: SequentialNoteIDGenerator.id(1))
    for (request, bytes) in [(page, 5), (item, 3)] {
      // When
      let access = VaultAccess(.main, token: nil)
      await #expect(throws: ServiceError.needsMemory(bytes: bytes)) {
        try await server.service.changes(request, in: access, memory: bytes - 1)
      }
      // Then
      let reply = try await server.service.changes(request, in: access, memory: bytes)
      #expect(try await reply == server.service.changes(request, in: access))
    }
  }

  @Test func `every rule can be replaced`() async throws {
    let server = try await Server(rules: { $0.conflict = { _, _ in nil } })
    _ = try await server.push([.of(1)], number: 1)
    #expect(try await server.push([.of(1, over: 0, [2])], number: 2) == .results([.applied(Revision(2))]))
  }

  @Test func `a vault with all its receipts begins an epoch without them, in which no earlier batch is executed`()
    async throws
  {
    // Given a vault with as many receipts as it may have
    var settings = ServerSettings()
    settings.budget.receipts = 2
    let server = try await Server(settings: settings)
    let epoch = try #require(try await server.epoch())
    #expect(try await server.push([.of(1)], number: 1, of: 1) == .results([.applied(Revision(1))]))
    #expect(try await server.push([.of(2)], number: 1, of: 2) == .results([.applied(Revision(2))]))
    // When a third device sends its first batch
    let batch = PushBatch(epoch: epoch, device: DeviceID(bits: 3), number: 1, changes: [.of(3)])
    let reply = try await server.service.push(batch, to: .main)
    // Then
    let next = try #require(try await server.epoch())
    #expect(next != epoch)
    #expect(reply == .epochChanged(EpochChange(epoch: next, forkedAt: Revision(2))))
    #expect(try await server.administration.size(of: .main).receipts == 0)
    // A first batch that arrives again is not executed again, also when its note is gone.
    _ = try await server.push([.of(1, over: 1, nil)], number: 1, of: 4)
    try await server.administration.purge(.main, upTo: Revision(3))
    let again = PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: [.of(1)])
    guard case .epochChanged = try await server.service.push(again, to: .main) else {
      Issue.record("A batch of an earlier epoch was executed")
      return
    }
    #expect(try await server.administration.size(of: .main).notes == 1)
  }

  @Test func `devices with a receipt are served in a vault with all its receipts`() async throws {
    var settings = ServerSettings()
    settings.budget.receipts = 1
    let server = try await Server(settings: settings)
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
    #expect(try await server.push([.of(2)], number: 2) == .results([.applied(Revision(2))]))
  }

  @Test func `invented devices leave at most as many receipts as a vault may have`() async throws {
    var settings = ServerSettings()
    settings.budget.receipts = 3
    let server = try await Server(settings: settings)
    for device in 1...20 as ClosedRange<UInt128> {
      _ = try await server.push([.of(1, over: 7)], number: 1, of: device)
      #expect(try await server.administration.size(of: .main).receipts <= 3)
    }
  }

  @Test func `tombstones count as items, and deleting is always allowed`() async throws {
    // Given a vault that may hold five items
    var settings = ServerSettings()
    settings.budget.notes = 1
    let server = try await Server(settings: settings)
    for number in 1...5 as ClosedRange<UInt64> {
      let revision = Revision(Int64(2 * number - 1))
      #expect(try await server.push([.of(number)], number: 2 * Int(number) - 1) == .results([.applied(revision)]))
      #expect(
        try await server.push([.of(number, over: revision.number, nil)], number: 2 * Int(number))
          == .results([.applied(revision.next)]))
    }
    // When, then
    #expect(try await server.push([.of(6)], number: 11) == .results([.refused(.overQuota)]))
    #expect(try await server.push([.of(5, over: 10)], number: 12) == .results([.applied(Revision(11))]))
    #expect(try await server.push([.of(5, over: 11, nil)], number: 13) == .results([.applied(Revision(12))]))
    try await server.administration.purge(.main, upTo: Revision(12))
    #expect(try await server.push([.of(6)], number: 14) == .results([.applied(Revision(13))]))
  }

  @Test func `by default a vault has limits`() {
    let budget = ServerSettings().budget
    #expect(budget.notes == 200_000 && budget.bytes == 2_000_000_000 && budget.receipts == 256)
  }

  @Test func `tombstones are removed in portions, between which others write`() async throws {
    // Given
    let store = InterruptedStore()
    let server = try await Server(over: store)
    try await store.write(.main) { transaction in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(state: VaultState(epochs: [start], head: Revision(25_000)))
      for (number, revision) in zip(1..., [1, 15_000, 25_000] as [Int64]) {
        let id = SequentialNoteIDGenerator.id(UInt64(number))
        try transaction.save(VaultItem(id: id, revision: Revision(revision), payload: nil))
      }
    }
    // Then the second portion begins where the first has ended
    store.meddle(beforeWrite: 3) { transaction in
      let (horizon, tombstones) = (try transaction.state()?.horizon, try transaction.size().tombstones)
      #expect(horizon == Revision(10_000) && tombstones == 2)
    }
    // When
    #expect(try await server.administration.purge(.main, keepingLast: 0) == 3)
    #expect(try await store.read(.main) { try $0.state()?.horizon } == Revision(25_000))
  }
}
