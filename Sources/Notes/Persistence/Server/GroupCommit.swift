import Dispatch
import GRDB
import NotesDomain
import Synchronization

/// Commits concurrent writes to a server's store in shared transactions.
///
/// A commit takes about as long for many writes as for one, since nearly all of it is the `fsync`. Each write runs on the
/// writer's thread, in the open transaction or a new one. The last waiting write commits, and then all of them return.
///
/// When a write or the commit fails, the transaction is rolled back, and each of its writes runs again alone: a write must not
/// fail because of another one, for example one that fills the disk. Savepoints would avoid the repetition, but SQLite copies
/// each page that is changed after one, which would slow down every write for the sake of a rare case.
final class GroupCommit: Sendable {
  /// The outcome of a transaction, whose writes are on the disk, or run again.
  private enum Outcome { case committed, rolledBack }

  /// The state of the writer, used on its thread only, except for the two counts.
  private struct State {
    /// The number of writes so far, which is the last ticket.
    var tickets = 0
    /// The number of writes that have not run yet.
    var waiting = 0
    /// The completions of the writes in the open transaction.
    var members: [@Sendable (Outcome) -> Void] = []
    /// The last error of beginning a transaction, and the last ticket at that time: those writes waited for the lock as long
    /// as the first one, and fail with it.
    var failedBegin: (through: Int, error: StoreError)?
  }

  /// The maximum number of writes in a transaction, which limits how long the first of them waits.
  private static let maximumMembers = 64

  private let connection: StoreConnection
  private let thread = DispatchQueue(label: "notes.writer")
  private let state = Mutex(State())

  /// Creates the writer of a store, for the exclusive use of a connection that leaves transactions open.
  init(_ connection: StoreConnection) { self.connection = connection }

  /// The number of writes that have not run yet.
  var waitingCount: Int { state.withLock { $0.waiting } }

  /// Runs statements in a transaction on the writer's thread, and returns when their changes are on the disk. They may run
  /// twice; the result is that of the last run.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let ticket = state.withLock { state in
      state.tickets += 1
      state.waiting += 1
      return state.tickets
    }
    let result = await withCheckedContinuation { continuation in
      thread.async { [self] in joinTransaction(body, ticket) { continuation.resume(returning: $0) } }
    }
    return try result.get()
  }

  /// Runs statements in the open transaction, or opens one, and completes when the transaction has ended.
  private func joinTransaction<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value, _ ticket: Int,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let value: Value
    do {
      value = try connection.withDatabase { database in
        if !database.isInsideTransaction { try begin(database, ticket) }
        return try run(body, on: database)
      }
    } catch {
      _ = finishTurn()
      // A write that was alone already would fail again.
      return completion(rollBack() ? runAlone(body, ticket) : .failure(error))
    }
    let finish: @Sendable (Outcome) -> Void = { [self] outcome in
      completion(outcome == .committed ? .success(value) : runAlone(body, ticket))
    }
    guard finishTurn() else { return state.withLock { $0.members.append(finish) } }
    do { finish(try commit()) } catch { completion(.failure(error)) }
  }

  /// Runs statements in a transaction of their own, after the open one.
  private func runAlone<Value>(_ body: (Database) throws -> Value, _ ticket: Int) -> Result<Value, any Error> {
    Result {
      do {
        _ = try commit()
        return try connection.withDatabase { database in
          try begin(database, ticket)
          let value = try run(body, on: database)
          try database.commit()
          return value
        }
      } catch {
        _ = rollBack()
        throw error
      }
    }
  }

  private func run<Value>(_ body: (Database) throws -> Value, on database: Database) throws -> Value {
    let value = try body(database)
    // Some errors make SQLite roll back. Statements that ignore one must not lose the changes of other writes.
    guard database.isInsideTransaction else {
      throw StoreError.failed(path: connection.path, detail: "A transaction ended early")
    }
    return value
  }

  private func begin(_ database: Database, _ ticket: Int) throws {
    if let failed = state.withLock({ $0.failedBegin }), ticket <= failed.through { throw failed.error }
    do {
      try connection.begin(database)
    } catch {
      let error = StoreError(error, at: connection.path)
      state.withLock { $0.failedBegin = ($0.tickets, error) }
      throw error
    }
  }

  /// Counts a write as run, and returns whether it commits the transaction.
  private func finishTurn() -> Bool {
    state.withLock { state in
      state.waiting -= 1
      return state.waiting == 0 || state.members.count + 1 >= Self.maximumMembers
    }
  }

  /// Commits the open transaction, if there is one. A failed commit is rolled back, and its error is thrown if there are no
  /// other members, which run again.
  private func commit() throws -> Outcome {
    do {
      try connection.withDatabase { if $0.isInsideTransaction { try $0.commit() } }
    } catch {
      guard rollBack() else { throw error }
      return .rolledBack
    }
    _ = end(.committed)
    return .committed
  }

  /// Rolls the open transaction back, unless SQLite has done so, and returns whether it had members.
  private func rollBack() -> Bool {
    // The first error is the cause.
    try? connection.withDatabase { try $0.rollback() }
    return end(.rolledBack)
  }

  /// Completes the members of the transaction, and returns whether there were any.
  private func end(_ outcome: Outcome) -> Bool {
    let members = state.withLock { state in
      defer { state.members = [] }
      return state.members
    }
    for member in members { member(outcome) }
    return !members.isEmpty
  }
}
