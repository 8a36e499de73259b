import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

/// The changes of a store, and the waits of those who use it from the main actor.
@Suite struct SQLiteStoreObserverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the store as a program has it that stays.
  private func device() throws -> SQLiteDevice { try SQLiteDevice(path: folder.file("notes.db"), stays: true) }

  /// Returns a connection of another program, which can leave a transaction open.
  private func otherProgram() throws -> StoreConnection {
    try StoreConnection(
      schema: NoteSchema(), path: folder.file("notes.db"), busyTimeout: .zero, leavesTransactionsOpen: true)
  }

  @Test(arguments: StoreObserverContract.clauses)
  func `the observer of a file keeps the promises of its port`(clause: StoreObserverContract.Clause) async throws {
    // Given
    let (device, other) = (try device(), try device())
    let observer = SQLiteStoreObserver(store: device.store, clock: ContinuousClock(), interval: .milliseconds(1))
    // When, then
    try await clause.check(
      StoreObserverContract.Subject(observer: observer, notes: device.repository, others: other.repository))
  }

  @Test func `of many changes of another program, a screen misses none`() async throws {
    // Given
    let (device, other) = (try device(), try self.device())
    let observer = SQLiteStoreObserver(store: device.store, clock: ContinuousClock(), interval: .milliseconds(1))
    let changes = observer.changes()
    var iterator = changes.makeAsyncIterator()
    for number in 1...Thoroughness.runs(UInt64(100), ofAll: 1000) {
      // When
      try await other.repository.insert([.sample(number)])
      // Then: a notice may be that of an earlier change.
      while try await device.repository.note(SequentialNoteIDGenerator.id(number)) == nil {
        #expect(await iterator.next(isolation: #isolation) != nil)
      }
    }
  }

  @Test(arguments: [true, false])
  func `a store that was moved away is neither written to nor read`(stays: Bool) async throws {
    // Given
    let device = try SQLiteDevice(path: folder.file("notes.db"), stays: stays)
    try await device.repository.insert([.sample(1)])
    let observer = SQLiteStoreObserver(store: device.store, clock: ContinuousClock(), interval: .milliseconds(1))
    var changes = observer.changes().makeAsyncIterator()
    _ = await changes.next(isolation: #isolation)
    // When
    try FileManager.default.moveItem(atPath: folder.file("notes.db"), toPath: folder.file("away.db"))
    // Then
    let error = StoreError.replaced(path: folder.file("notes.db"))
    #expect(await changes.next(isolation: #isolation) != nil)
    await #expect(throws: error) { try await device.repository.insert([.sample(2)]) }
    await #expect(throws: error) { try await device.repository.note(SequentialNoteIDGenerator.id(1)) }
    await #expect(throws: error) { try await device.sync.read { _ in } }
  }

  @Test(.timeLimit(.minutes(5))) @MainActor
  func `while another program writes, the main actor and the pool of threads do other work`()
    async throws
  {
    // Given: another program has begun a transaction, and more writers wait than there are threads.
    let (device, other) = (try device(), try otherProgram())
    try other.withDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let writers = (1...20).map { number in
      Task { @MainActor in try await device.repository.insert([.sample(UInt64(number))]) }
    }
    // When: work of the main actor and of the pool is done although the lock is held.
    for _ in 1...20 {
      await Task { @MainActor in }.value
      await Task.detached {}.value
      #expect(try await device.repository.statistics().active == 0)
    }
    // Then: the writers have waited, and none has failed.
    try other.withDatabase { try $0.execute(sql: "COMMIT") }
    for writer in writers { try await writer.value }
    #expect(try await device.repository.statistics().active == 20)
  }

  @Test func `a transaction that changes nothing is not told`() async throws {
    // Given
    let device = try device()
    var changes = device.database.changes.changes().makeAsyncIterator()
    // When
    try await device.sync.write { _ in }
    try await device.repository.insert([.sample(1)])
    // Then
    #expect(await changes.next() == .notes)
  }

  @Test func `a write that is cancelled while it waits is finished`() async throws {
    // Given
    let (device, other) = (try device(), try otherProgram())
    try other.withDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let writer = Task { try await device.repository.insert([.sample(1)]) }
    // When
    writer.cancel()
    try other.withDatabase { try $0.execute(sql: "ROLLBACK") }
    // Then
    try await writer.value
    #expect(try await device.repository.statistics().active == 1)
  }

  @Test func `two actions that wait for another program at the same time are two change sets`() async throws {
    // Given
    let (device, other) = (try device(), try otherProgram())
    try other.withDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    // When
    let actions = [UInt64(1), 2].map { number in
      Task {
        try await ChangeSet.withOwnAction {
          await device.history.endChangeSet()
          try await device.repository.insert([.sample(number)])
        }
      }
    }
    try other.withDatabase { try $0.execute(sql: "COMMIT") }
    for action in actions { try await action.value }
    // Then
    #expect(try await device.history.changeSets(before: nil, limit: 10).map(\.count) == [1, 1])
  }

  @Test func `two transactions of an action are one change set, and the next action has its own`() async throws {
    // Given
    let device = try device()
    // When
    try await ChangeSet.withOwnAction {
      try await device.repository.insert([.sample(1)])
      try await device.repository.insert([.sample(2)])
    }
    try await ChangeSet.withOwnAction { try await device.repository.insert([.sample(3)]) }
    // Then
    #expect(try await device.history.changeSets(before: nil, limit: 10).map(\.count) == [1, 2])
  }
}
