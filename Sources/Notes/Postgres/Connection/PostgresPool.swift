import Dispatch
import NotesDomain
import Synchronization

/// The connections of a node to the database, each with a thread of its own while it is used, since libpq blocks.
///
/// Vaults take turns, and of each vault one write at a time has a connection: others would wait for its row with a connection
/// each, until none is left for the other vaults.
final class PostgresPool: Sendable {
  /// A transaction that waits for a connection; its argument is the connection's worker. Returns what reports its result.
  private typealias Job = @Sendable (Worker) -> @Sendable () -> Void

  private struct State {
    var idle: [Worker] = []
    var workers = 0
    var ready = TurnQueue<VaultID, Job>()
    /// The writes behind the one of their vault that is in progress, or waits for a connection.
    var writes: [VaultID: [Job]] = [:]
    var trips = 0
    var retries = 0
  }

  let address: PostgresAddress
  private let limit: Int
  private let prepare: @Sendable (PostgresConnection) throws -> Void
  private let state = Mutex(State())

  /// The maximum number of times that a transaction runs.
  private static let maximumRuns = 6

  /// Creates a pool. It connects when it is used.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of connections.
  ///   - prepare: Checks a new connection, before its first transaction.
  init(
    _ address: PostgresAddress, limit: Int, prepare: @escaping @Sendable (PostgresConnection) throws -> Void = { _ in }
  ) {
    self.address = address
    self.limit = max(1, limit)
    self.prepare = prepare
  }

  /// The present use of the pool.
  var use: DatabaseUse {
    state.withLock { state in
      var use = DatabaseUse()
      (use.connections, use.idle) = (state.workers, state.idle.count)
      use.waiting = state.ready.count + state.writes.values.reduce(0) { $0 + $1.count }
      (use.trips, use.retries) = (state.trips, state.retries)
      return use
    }
  }

  /// Runs the statements of a transaction on a connection, and runs them again after a conflict with another transaction, or
  /// a lost connection, unless the transaction may have been committed.
  ///
  /// - Parameters:
  ///   - vault: The vault whose turn it takes; `nil` for statements that go first.
  ///   - isWrite: Whether it waits for the vault's other writes.
  ///   - body: The statements, which begin and commit the transaction. What they leave open is rolled back.
  func run<Value: Sendable>(
    for vault: VaultID? = nil, isWrite: Bool = false, _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
      let job: Job = { [self] worker in
        let result = Result { try repeating(on: worker, body) }
        finish(worker, isWrite ? vault : nil)
        return { continuation.resume(returning: result) }
      }
      enqueue(job, for: vault, isWrite: isWrite)
    }
    do { return try result.get() } catch { throw StoreError(error, at: address.name) }
  }

  private func enqueue(_ job: @escaping Job, for vault: VaultID?, isWrite: Bool) {
    let worker = state.withLock { state -> Worker? in
      if isWrite, let vault {
        guard state.writes[vault] == nil else {
          state.writes[vault]?.append(job)
          return nil
        }
        state.writes[vault] = []
      }
      state.ready.append(job, to: vault)
      return idleWorker(&state)
    }
    if let worker { start(worker) }
  }

  /// Takes an idle worker, or a new one, if a transaction is ready.
  private func idleWorker(_ state: inout State) -> Worker? {
    if let worker = state.idle.popLast() { return worker }
    guard state.workers < limit else { return nil }
    state.workers += 1
    return Worker()
  }

  /// Runs ready transactions on a worker until there are none.
  private func start(_ worker: Worker) {
    worker.queue.async { [self] in
      var job = next(for: worker)
      while let present = job {
        let report = present(worker)
        // First, so that the caller's next transaction finds this worker rather than a new one.
        job = next(for: worker)
        report()
      }
    }
  }

  private func next(for worker: Worker) -> Job? {
    state.withLock { state in
      if let turn = state.ready.popFirst() { return turn.element }
      state.idle.append(worker)
      return nil
    }
  }

  /// Lets the next write of a vault take its turn.
  private func finish(_ worker: Worker, _ vault: VaultID?) {
    let trips = worker.takeTrips()
    state.withLock { state in
      state.trips += trips
      guard let vault, var waiting = state.writes[vault] else { return }
      if waiting.isEmpty {
        state.writes[vault] = nil
      } else {
        state.ready.append(waiting.removeFirst(), to: vault)
        state.writes[vault] = waiting
      }
    }
  }

  private func repeating<Value>(on worker: Worker, _ body: (PostgresConnection) throws -> Value) throws -> Value {
    var runs = 1
    while true {
      do {
        return try worker.run(on: address, prepare: prepare, body)
      } catch let error as PostgresError where error.allowsRetry && runs < Self.maximumRuns {
        runs += 1
        state.withLock { $0.retries += 1 }
      }
    }
  }
}

/// A connection with its thread.
///
/// Unchecked, since the connection is used only by blocks on the queue, which run one after the other.
private final class Worker: @unchecked Sendable {
  let queue = DispatchQueue(label: "notes.postgres")
  private var connection: PostgresConnection?
  private var countedTrips = 0

  /// Runs statements on the connection, which is opened if there is none. Afterwards no transaction is open.
  func run<Value>(
    on address: PostgresAddress, prepare: (PostgresConnection) throws -> Void,
    _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    let connection = try self.connection ?? open(address, prepare)
    do {
      let value = try body(connection)
      try connection.rollBack()
      return value
    } catch {
      if (error as? PostgresError)?.endsConnection == true || (try? connection.rollBack()) == nil {
        close()
      }
      throw error
    }
  }

  /// Returns the round trips since the last call.
  func takeTrips() -> Int {
    let trips = (connection?.trips ?? countedTrips) - countedTrips
    countedTrips += trips
    return trips
  }

  private func open(
    _ address: PostgresAddress, _ prepare: (PostgresConnection) throws -> Void
  ) throws -> PostgresConnection {
    let connection = try PostgresConnection(address)
    try prepare(connection)
    self.connection = connection
    countedTrips = 0
    return connection
  }

  private func close() {
    connection = nil
    countedTrips = 0
  }
}
