import Dispatch
import NotesDomain
import NotesHosting
import Synchronization

/// The connections of a node to the database, each with a thread of its own while it is used, since libpq blocks.
///
/// Lanes take turns, so that no vault, and no stranger who guesses tokens, delays all others. Of each vault one write at a time
/// has a connection: others would wait for its row with a connection each, until none is left for the other vaults.
final class PostgresPool: Sendable {
  /// The transactions that wait behind each other.
  enum Lane: Hashable, Sendable {
    case vault(VaultID)
    /// Accounts, their attempts to sign in, and their log.
    case accounts
    /// Messages to other nodes.
    case messages
  }

  /// A transaction that waits for a connection.
  fileprivate struct Job: Sendable {
    let number: Int
    let lane: Lane
    /// Whether it waits for the lane's other writes.
    let isWrite: Bool
    /// Runs the transaction on a connection's worker, and returns what reports its result.
    let run: @Sendable (PostgresWorker) -> @Sendable () -> Void
    /// Reports that the transaction did not run.
    let refuse: @Sendable (PostgresError) -> Void
  }

  fileprivate struct State {
    var idle: [PostgresWorker] = []
    var workers = 0
    /// The workers that are connected.
    var connected: Set<ObjectIdentifier> = []
    var ready = TurnQueue<Lane, Job>()
    /// The writes behind the one of their lane that is in progress, or waits for a connection.
    var writes: [Lane: [Job]] = [:]
    var lastNumber = 0
    /// The jobs that had to wait, oldest first, with the time until which they do.
    var arrivals: [(number: Int, lane: Lane, deadline: Duration)] = []
    var isSweeping = false
    /// Whether a transaction waited in vain since the last one ended.
    var isStalled = false
    var trips = 0
    var retries = 0
  }

  let address: PostgresAddress
  private let limit: Int
  private let clock: any Clock<Duration>
  private let uptime: Stopwatch
  private let answerLimit: Duration
  private let prepare: @Sendable (PostgresConnection) throws -> Void
  private let state = Mutex(State())

  /// The maximum number of times that a transaction runs.
  private static let maximumRuns = 6
  /// The time that a transaction waits for a connection, or for the writes of its vault.
  static let patience = Duration.seconds(20)

  /// Creates a pool. It connects when it is used.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of connections.
  ///   - clock: The clock of the waits.
  ///   - answerLimit: The time that the server may take for an answer.
  ///   - prepare: Checks a new connection, before its first transaction.
  init(
    _ address: PostgresAddress, limit: Int, clock: any Clock<Duration> = ContinuousClock(),
    answerLimit: Duration = PostgresConnection.answerLimit,
    prepare: @escaping @Sendable (PostgresConnection) throws -> Void = { _ in }
  ) {
    self.address = address
    self.limit = max(1, limit)
    self.clock = clock
    uptime = Stopwatch(clock)
    self.answerLimit = answerLimit
    self.prepare = prepare
  }

  /// The present use of the pool.
  var use: DatabaseUse {
    state.withLock { state in
      var use = DatabaseUse()
      (use.limit, use.isStalled) = (limit, state.isStalled)
      use.connections = state.connected.count
      use.idle = state.idle.count { state.connected.contains(ObjectIdentifier($0)) }
      use.waiting = state.ready.count + state.writes.values.reduce(0) { $0 + $1.count }
      (use.trips, use.retries) = (state.trips, state.retries)
      return use
    }
  }

  /// Whether a transaction waited for a connection in vain since the last one ended: none of the connections gets on.
  var isStalled: Bool { state.withLock { $0.isStalled } }

  /// Runs the statements of a transaction on a connection, and runs them again after a conflict with another transaction, or
  /// a lost connection, unless the transaction may have been committed.
  ///
  /// It does not run if its task is cancelled before it has a connection, or if it waits for longer than ``patience``. If its
  /// task is cancelled later, it goes on by itself, and the caller of one that commits learns that its outcome is unknown.
  ///
  /// - Parameters:
  ///   - lane: The lane whose turn it takes.
  ///   - isWrite: Whether it waits for the lane's other writes.
  ///   - isRead: Whether it only reads.
  ///   - body: The statements, which begin and commit the transaction. What they leave open is rolled back.
  func run<Value: Sendable>(
    in lane: Lane = .accounts, isWrite: Bool = false, isRead: Bool = false,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let continuation = OneShotContinuation<Value>()
    let result: Result<Value, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation {
        continuation.wait($0)
        let job = Job(number: number, lane: lane, isWrite: isWrite) { [self] worker in
          let result = Result { try repeating(on: worker, body) }
          return { continuation.resume(result) }
        } refuse: {
          continuation.resume(.failure($0))
        }
        enqueue(job)
      }
    } onCancel: {
      if let job = state.withLock({ $0.withdraw(number, from: lane)?.job }) { return job.refuse(Self.cancelled) }
      let detail = "the request was cancelled"
      continuation.resume(.failure(isRead ? Self.cancelled : PostgresError.unknownOutcome(detail: detail)))
    }
    do { return try result.get() } catch { throw StoreError(error, at: address.name) }
  }

  private static let cancelled = PostgresError.unreachable(detail: "the request was cancelled")

  /// The next step for a job that arrives.
  private enum Arrival { case refuse, start(PostgresWorker), sweep, wait }

  private func enqueue(_ job: Job) {
    let arrival = state.withLock { state -> Arrival in
      // A cancellation that came before did not find the job.
      guard !Task.isCancelled else { return .refuse }
      if state.add(job), let worker = idleWorker(&state) { return .start(worker) }
      state.arrivals.append((job.number, job.lane, uptime.elapsed + Self.patience))
      defer { state.isSweeping = true }
      return state.isSweeping ? .wait : .sweep
    }
    switch arrival {
    case .refuse: job.refuse(Self.cancelled)
    case .start(let worker): start(worker)
    case .sweep: Task { await sweep() }
    case .wait: break
    }
  }

  /// Takes an idle worker, or a new one.
  private func idleWorker(_ state: inout State) -> PostgresWorker? {
    if let worker = state.idle.popLast() { return worker }
    guard state.workers < limit else { return nil }
    state.workers += 1
    return PostgresWorker()
  }

  /// Runs ready transactions on a worker until there are none.
  private func start(_ worker: PostgresWorker) {
    worker.queue.async { [self] in
      var job = next(for: worker)
      while let present = job.take() {
        let (lane, isWrite) = (present.lane, present.isWrite)
        // Not kept while an answer is overdue: it holds what the request had, whose memory the request has given back.
        let report = present.run(worker)
        if worker.isOverdue {
          report()
          // Until then the connection is in use, or the server would get another one for each that it does not answer.
          worker.settle()
        }
        finish(worker, lane, isWrite: isWrite)
        // First, so that the caller's next transaction finds this worker rather than a new one.
        job = next(for: worker)
        report()
      }
    }
  }

  private func next(for worker: PostgresWorker) -> Job? {
    state.withLock { state in
      if let turn = state.ready.popFirst() { return turn.element }
      state.idle.append(worker)
      return nil
    }
  }

  /// Notes what a worker has done, and lets the next write of the lane take its turn.
  private func finish(_ worker: PostgresWorker, _ lane: Lane, isWrite: Bool) {
    let (trips, isConnected) = (worker.takeTrips(), worker.isConnected)
    state.withLock { state in
      state.trips += trips
      state.isStalled = false
      if !isConnected { state.connected.remove(ObjectIdentifier(worker)) }
      if isWrite { state.endWrite(of: lane) }
    }
  }

  // MARK: Transactions that wait

  /// Withdraws the jobs that wait for too long, until none waits.
  private func sweep() async {
    while let deadline = state.withLock({ $0.nextDeadline() }) {
      try? await clock.sleep(for: max(.zero, deadline - uptime.elapsed))
      let overdue = state.withLock { $0.withdrawOverdue(at: uptime.elapsed) }
      for job in overdue {
        job.refuse(.unreachable(detail: "no connection was free for \(Self.patience.secondsRoundedUp) seconds"))
      }
    }
  }

  private func repeating<Value>(on worker: PostgresWorker, _ body: (PostgresConnection) throws -> Value) throws -> Value
  {
    var runs = 1
    while true {
      do {
        return try worker.run(opening: { try PostgresConnection(address, answerLimit: answerLimit) }) { connection in
          try prepare(connection)
          state.withLock { _ = $0.connected.insert(ObjectIdentifier(worker)) }
        } _: {
          try body($0)
        }
      } catch let error as PostgresError
        where error.allowsRetry && !worker.isOverdue && runs < Self.maximumRuns
      {
        runs += 1
        state.withLock { $0.retries += 1 }
      }
    }
  }
}

/// A continuation of which only the first result counts.
private final class OneShotContinuation<Value: Sendable>: Sendable {
  private let continuation = Mutex<CheckedContinuation<Result<Value, any Error>, Never>?>(nil)

  func wait(_ continuation: CheckedContinuation<Result<Value, any Error>, Never>) {
    self.continuation.withLock { $0 = continuation }
  }

  func resume(_ result: Result<Value, any Error>) {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }?.resume(returning: result)
  }
}

extension PostgresPool.State {
  /// Adds a job. Returns whether it waits for a connection only.
  fileprivate mutating func add(_ job: PostgresPool.Job) -> Bool {
    if job.isWrite {
      guard writes[job.lane] == nil else {
        writes[job.lane]?.append(job)
        return false
      }
      writes[job.lane] = []
    }
    ready.append(job, to: job.lane)
    return true
  }

  /// Lets the next write of a lane take its turn.
  fileprivate mutating func endWrite(of lane: PostgresPool.Lane) {
    guard var waiting = writes[lane] else { return }
    if waiting.isEmpty {
      writes[lane] = nil
    } else {
      ready.append(waiting.removeFirst(), to: lane)
      writes[lane] = waiting
    }
  }

  /// Removes a job that waits. Returns `nil` for another one, and otherwise also whether it waited for a connection only.
  fileprivate mutating func withdraw(
    _ number: Int, from lane: PostgresPool.Lane
  ) -> (job: PostgresPool.Job, wasReady: Bool)? {
    if let index = writes[lane]?.firstIndex(where: { $0.number == number }) {
      return (writes[lane]?.remove(at: index)).map { ($0, false) }
    }
    guard let job = ready.remove(from: lane, where: { $0.number == number }) else { return nil }
    if job.isWrite { endWrite(of: lane) }
    return (job, true)
  }

  /// Returns the time until which the oldest waiting job waits; `nil` if none waits, which ends the sweep.
  fileprivate mutating func nextDeadline() -> Duration? {
    let isWaiting = ready.count > 0 || writes.values.contains { !$0.isEmpty }
    if !isWaiting { arrivals = [] }
    if arrivals.isEmpty { isSweeping = false }
    return arrivals.first?.deadline
  }

  fileprivate mutating func withdrawOverdue(at time: Duration) -> [PostgresPool.Job] {
    let overdue = arrivals.prefix { $0.deadline <= time }
    arrivals.removeFirst(overdue.count)
    let withdrawn = overdue.compactMap { withdraw($0.number, from: $0.lane) }
    // Those that waited for another write of their vault say nothing about the connections.
    if withdrawn.contains(where: \.wasReady) { isStalled = true }
    return withdrawn.map(\.job)
  }
}
