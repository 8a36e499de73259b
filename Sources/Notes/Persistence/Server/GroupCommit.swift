import Dispatch
import GRDB
import NotesDomain
import NotesHosting
import Synchronization

/// Commits concurrent writes to a server's store in shared transactions.
///
/// A commit takes about as long for many writes as for one, since nearly all of it is the `fsync`. Each write runs on the
/// writer's thread, in the open transaction or a new one. The last waiting write commits, and then all of them return.
///
/// Vaults take turns, and a write that takes long shares its transaction with no write of another vault: otherwise the
/// expensive batches of one vault would delay the others until the last one is committed.
///
/// When a write or the commit fails, the transaction is rolled back, and each of its writes runs again alone: a write must not
/// fail because of another one, for example one that fills the disk. Savepoints would avoid the repetition, but SQLite copies
/// each page that is changed after one, which would slow down every write for the sake of a rare case.
final class GroupCommit: Sendable {
  /// The outcome of a transaction, whose writes are on the disk, or run again.
  private enum Outcome { case committed, rolledBack }

  /// A write that waits for its turn; its argument is the vault.
  private typealias Turn = @Sendable (VaultID?) -> Void

  /// The state of the writer, used on its thread only, except for the waiting writes and their number.
  private struct State {
    /// The number of writes so far, which is the last ticket.
    var tickets = 0
    /// The writes that have not begun.
    var turns = TurnQueue<VaultID, Turn>()
    /// The number of writes that have not run to their end.
    var waiting = 0
    /// The completions of the writes in the open transaction.
    var members: [@Sendable (Outcome) -> Void] = []
    /// The vaults whose last write took long.
    var slowVaults: Set<VaultID> = []
    /// The last error of beginning a transaction, and the last ticket at that time: those writes waited for the lock as long
    /// as the first one, and fail with it.
    var failedBegin: (through: Int, error: StoreError)?
    /// The error of the last write, if that was the store's.
    var failure: StoreError?
  }

  /// The maximum number of writes in a transaction, which limits how long the first of them waits.
  private static let maximumMembers = 64
  /// The time from which on a write takes long. A push of a few notes takes less than a millisecond.
  private static let longWrite = Duration.milliseconds(20)

  private let connection: StoreConnection
  /// The open file, which has to keep its name.
  private let identity: StoreFile.Identity?
  private let clock: any Clock<Duration>
  private let reserve: DiskReserve
  private let thread = DispatchQueue(label: "notes.writer")
  private let state = Mutex(State())

  /// Creates the writer of a store, for the exclusive use of a connection that leaves transactions open.
  init(_ connection: StoreConnection, clock: any Clock<Duration> = ContinuousClock()) {
    self.connection = connection
    identity = connection.identity
    reserve = DiskReserve(store: connection.path)
    self.clock = clock
  }

  /// The number of writes that have not run yet.
  var waitingCount: Int { state.withLock { $0.waiting } }

  /// Runs statements in a transaction on the writer's thread, and returns when their changes are on the disk. They may run
  /// twice; the result is that of the last run.
  ///
  /// - Parameters:
  ///   - vault: The vault whose turn it takes; `nil` for the accounts, whose writes are short and go first.
  ///   - usesReserve: Whether the write is tried again with the ``DiskReserve`` when the disk is full.
  ///   - body: The statements.
  func write<Value: Sendable>(
    to vault: VaultID?, usesReserve: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let result = await writeOnce(to: vault, body)
    guard usesReserve, case .failure(let error) = result, isDiskFull(error), reserve.release() else {
      return try result.get()
    }
    defer { reserve.restore() }
    return try await writeOnce(to: vault, body).get()
  }

  private func isDiskFull(_ error: any Error) -> Bool {
    StoreError(error, at: connection.path) == .diskFull(path: connection.path)
  }

  private func writeOnce<Value: Sendable>(
    to vault: VaultID?, _ body: @escaping @Sendable (Database) throws -> Value
  ) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.tickets += 1
        state.waiting += 1
        let ticket = state.tickets
        state.turns.append(
          { [self] vault in joinTransaction(body, of: vault, ticket) { continuation.resume(returning: $0) } }, to: vault
        )
      }
      thread.async { [self] in takeTurn() }
    }
  }

  /// The error of the last write, when it was one of the disk, which the next write may have too.
  var lastFailure: StoreError? { state.withLock { $0.failure } }

  /// Checks that the store's name still names the open file. SQLite goes on writing to a file that was removed or replaced,
  /// and those changes would be lost with it.
  func checkFile() throws {
    guard connection.identity == identity else { throw StoreError.replaced(path: connection.path) }
  }

  /// Copies the log into the file, and empties it, unless another process needs it or another file has the store's name.
  func emptyLog() {
    guard (try? checkFile()) != nil else { return }
    _ = try? connection.withDatabase { try $0.checkpoint(.truncate) }
  }

  /// Runs the next waiting write. Called once for each.
  private func takeTurn() {
    guard let turn = state.withLock({ $0.turns.popFirst() }) else { return }
    turn.element(turn.lane)
  }

  /// Runs statements in the open transaction, or opens one, and completes when the transaction has ended.
  private func joinTransaction<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value, of vault: VaultID?, _ ticket: Int,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let value: Value
    var takesLong = false
    do {
      if isSlow(vault) { _ = try commit() }
      let stopwatch = Stopwatch(clock)
      value = try connection.withDatabase { database in
        if !database.isInsideTransaction { try begin(database, ticket) }
        return try run(body, on: database)
      }
      takesLong = stopwatch.elapsed >= Self.longWrite
      note(vault, isSlow: takesLong)
    } catch {
      _ = finishTurn()
      // A write that was alone already would fail again.
      if rollBack() { return completion(runAlone(body, ticket)) }
      note(error)
      return completion(.failure(error))
    }
    let finish: @Sendable (Outcome) -> Void = { [self] outcome in
      completion(outcome == .committed ? .success(value) : runAlone(body, ticket))
    }
    guard finishTurn() || takesLong else { return state.withLock { $0.members.append(finish) } }
    do {
      finish(try commit())
    } catch {
      note(error)
      completion(.failure(error))
    }
  }

  private func isSlow(_ vault: VaultID?) -> Bool {
    guard let vault else { return false }
    return state.withLock { $0.slowVaults.contains(vault) }
  }

  private func note(_ vault: VaultID?, isSlow: Bool) {
    guard let vault else { return }
    state.withLock { state in
      if isSlow { state.slowVaults.insert(vault) } else if !state.slowVaults.isEmpty { state.slowVaults.remove(vault) }
    }
  }

  /// Runs statements in a transaction of their own, after the open one.
  private func runAlone<Value>(_ body: (Database) throws -> Value, _ ticket: Int) -> Result<Value, any Error> {
    Result {
      do {
        _ = try commit()
        return try connection.withDatabase { database in
          try begin(database, ticket)
          let value = try run(body, on: database)
          try checkFile()
          try database.commit()
          state.withLock { $0.failure = nil }
          return value
        }
      } catch {
        _ = rollBack()
        note(error)
        throw error
      }
    }
  }

  /// Stores an error of the disk, as the reason why the store cannot be written.
  private func note(_ error: any Error) {
    let error = StoreError(error, at: connection.path)
    switch error {
    case .diskFull, .readOnly: state.withLock { $0.failure = error }
    default: break
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
    try checkFile()
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
      try connection.withDatabase { database in
        guard database.isInsideTransaction else { return }
        try checkFile()
        try database.commit()
        state.withLock { $0.failure = nil }
      }
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
