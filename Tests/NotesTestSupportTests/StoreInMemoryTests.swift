import NotesDomain
import NotesTestSupport
import Testing

@Suite("The store in memory beyond its contracts")
struct StoreInMemoryTests {
  private let store = InMemoryNoteRepository([.sample(1, body: "before")])

  @Test func `an initial note is its first version, of no set`() async throws {
    _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.body = "after" }
    let versions = try await store.versions(of: SequentialNoteIDGenerator.id(1), limit: 10)
    #expect(versions.map(\.note?.body) == ["after", "before"])
    #expect(versions.last?.changeSet == 0)
    #expect(versions.last?.created == Note.sample(1).modified)
  }

  @Test func `a store without a history records nothing`() async throws {
    let store = InMemoryNoteRepository([.sample(1)], keepsHistory: false)
    _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.body = "after" }
    #expect(try await store.changeSets(before: nil, limit: 10) == [])
    #expect(try await store.versions(of: SequentialNoteIDGenerator.id(1), limit: 10) == [])
    #expect(try await store.revert(1) { _, _ in .refuse } == .unknown)
  }

  @Test func `a store continues from contents that are set`() async throws {
    let contents = store.contents
    try await store.insert([.sample(2)])
    _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.body = "after" }
    store.contents = contents
    #expect(store.all == [.sample(1, body: "before")])
    #expect(try await store.changeSets(before: nil, limit: 10) == [])
    let other = InMemoryNoteRepository()
    other.contents = store.contents
    try await other.insert([.sample(3)])
    #expect(other.all.count == 2)
    #expect(store.all.count == 1)
  }

  @Test func `a change by another process is pending like any other`() async throws {
    try await store.write { transaction in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
      let note = Note.sample(1, body: "before")
      try transaction.save(SyncItem(revision: Revision(1), base: note, local: note), for: note.id)
    }
    store.change(SequentialNoteIDGenerator.id(1)) { $0.body = "after" }
    let pending = try await store.read { transaction in try transaction.pending(limit: 10) }
    #expect(pending == [SequentialNoteIDGenerator.id(1)])
  }

  @Test func `a configured failure affects every port`() async throws {
    store.failure = .diskFull(path: "/notes")
    await #expect(throws: StoreError.diskFull(path: "/notes")) {
      try await store.write { _ in Issue.record("This ran.") }
    }
    await #expect(throws: StoreError.self) { try await store.read { _ in } }
    await #expect(throws: StoreError.self) { try await store.changeSets(before: nil, limit: 1) }
    await #expect(throws: StoreError.self) { try await store.conflicts() }
  }

  @Test func `the same seed gives the same random bits`() {
    let (one, same, other) = (SeededRandomness(seed: 7), SeededRandomness(seed: 7), SeededRandomness(seed: 8))
    let numbers = (0..<4).map { _ in one.next() }
    #expect(numbers == (0..<4).map { _ in same.next() })
    #expect(numbers != (0..<4).map { _ in other.next() })
    #expect(Set(numbers).count == 4)
  }

  @Test func `a clock records its sleeps, which are cancelled on request`() async throws {
    let clock = ManualClock()
    clock.cancel(at: 2)
    try await clock.sleep(for: .seconds(1000))
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .milliseconds(5)) }
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .milliseconds(6)) }
    clock.cancel(at: nil)
    try await clock.sleep(for: .milliseconds(7))
    #expect(clock.pauses == [.seconds(1000), .milliseconds(5), .milliseconds(6), .milliseconds(7)])
    #expect(clock.now.offset == .zero)
  }
  @Test func `a suspended sleep ends when the clock has advanced by it, or with its task`() async throws {
    let clock = ManualClock { $0 > .seconds(1) }
    try await clock.sleep(for: .seconds(1))
    let stopwatch = Stopwatch(clock)
    let (short, long) = (
      Task { try await clock.sleep(for: .seconds(2)) }, Task { try await clock.sleep(for: .seconds(9)) }
    )
    for _ in 1...2 { await clock.waitForSleeper() }
    clock.advance(by: .seconds(2))
    try await short.value
    #expect(stopwatch.elapsed == .seconds(2))
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
  }
}
