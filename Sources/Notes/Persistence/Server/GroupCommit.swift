import Dispatch
import GRDB
import NotesDomain
import Synchronization

/// Writes to a server's store. Those who come while the disk is waited for share the next transaction, and its wait.
///
/// A commit takes as long for many as for one: nearly all of it is the `fsync`. So each write runs its steps on the writer's
/// thread in the transaction that is open, or opens one; the last of those who wait commits, and only then is anybody
/// answered.
///
/// Where anything fails in company, the transaction is taken back, and each of its writes runs again alone: nobody is
/// refused for what another did, such as filling the disk. Savepoints would spare the others that, but SQLite copies each
/// page that is touched behind one, which costs every write what hardly any needs.
final class GroupCommit: Sendable {
  /// What became of a transaction.
  private enum Outcome {
    /// The disk has it.
    case committed
    /// It was taken back, and its writes are to run again.
    case rolledBack
  }

  /// What is known of those who write. Touched on the writer's thread, but for the counts.
  private struct State {
    /// How many have asked so far, which is the number of the next one's ticket.
    var asked = 0
    /// How many of them have not had their turn yet.
    var waiting = 0
    /// What to do for those whose steps are done in the open transaction, once it has ended.
    var members: [@Sendable (Outcome) -> Void] = []
    /// How it failed to begin a transaction, and who had asked by then: they have waited as long as the first of them.
    var refused: (through: Int, error: StoreError)?
  }

  /// The most writes in one transaction, which limits how long the first of them waits.
  private static let maximumMembers = 64

  private let connection: StoreConnection
  private let thread = DispatchQueue(label: "notes.writer")
  private let state = Mutex(State())

  /// Creates the writer of a store.
  ///
  /// - Parameter connection: A connection that nobody else writes with, and that leaves transactions open.
  init(_ connection: StoreConnection) {
    self.connection = connection
  }

  /// How many writes have not had their turn yet.
  var waitingCount: Int { state.withLock { $0.waiting } }

  /// Runs some statements on the writer's thread, and waits until the disk has what they did.
  ///
  /// - Parameter body: The statements, in a transaction. What counts is the last time that they run.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let ticket = state.withLock { state in
      state.asked += 1
      state.waiting += 1
      return state.asked
    }
    let result = await withCheckedContinuation { continuation in
      thread.async { [self] in joinTransaction(body, ticket) { continuation.resume(returning: $0) } }
    }
    return try result.get()
  }

  /// Runs some steps in the open transaction, or opens one, and answers once it has ended.
  private func joinTransaction<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value, _ ticket: Int,
    answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
  ) {
    let value: Value
    do throws(StoreError) {
      value = try connection.access { database in
        if !database.isInsideTransaction { try begin(database, ticket) }
        return try run(body, on: database)
      }
    } catch {
      _ = finishTurn()
      // On its own already, it would fail in the same way again.
      return answer(rollBack() ? runAlone(body, ticket) : .failure(error))
    }
    let finish: @Sendable (Outcome) -> Void = { [self] fate in
      answer(fate == .committed ? .success(value) : runAlone(body, ticket))
    }
    guard finishTurn() else { return state.withLock { $0.members.append(finish) } }
    do throws(StoreError) { finish(try commit()) } catch { answer(.failure(error)) }
  }

  /// Runs some steps in a transaction of their own, behind the one that is open.
  private func runAlone<Value>(_ body: (Database) throws -> Value, _ ticket: Int) -> Result<Value, StoreError> {
    do throws(StoreError) {
      _ = try commit()
      return .success(
        try connection.access { database in
          try begin(database, ticket)
          let value = try run(body, on: database)
          try database.commit()
          return value
        })
    } catch {
      _ = rollBack()
      return .failure(error)
    }
  }

  private func run<Value>(_ body: (Database) throws -> Value, on database: Database) throws -> Value {
    let value = try body(database)
    // Steps that pass over an error must not take others' with them unseen.
    guard database.isInsideTransaction else {
      throw StoreError.failed(path: connection.path, detail: "A transaction ended in the middle")
    }
    return value
  }

  private func begin(_ database: Database, _ ticket: Int) throws {
    if let refused = state.withLock({ $0.refused }), ticket <= refused.through { throw refused.error }
    do {
      try connection.begin(database)
    } catch {
      let error = StoreError(error, at: connection.path)
      state.withLock { $0.refused = ($0.asked, error) }
      throw error
    }
  }

  /// Notes that a write has had its turn.
  ///
  /// - Returns: Whether it is the one that commits.
  private func finishTurn() -> Bool {
    state.withLock { state in
      state.waiting -= 1
      return state.waiting == 0 || state.members.count + 1 >= Self.maximumMembers
    }
  }

  /// Brings the open transaction to the disk, if one is open, or takes it back.
  ///
  /// - Throws: Why it failed, when it has no members who are to run again.
  private func commit() throws(StoreError) -> Outcome {
    do throws(StoreError) {
      try connection.access { if $0.isInsideTransaction { try $0.commit() } }
    } catch {
      guard rollBack() else { throw error }
      return .rolledBack
    }
    _ = end(.committed)
    return .committed
  }

  /// Takes the open transaction back, as far as SQLite has not.
  ///
  /// - Returns: Whether it had members.
  private func rollBack() -> Bool {
    // The first error says what happened.
    try? connection.access { try $0.rollback() }
    return end(.rolledBack)
  }

  private func end(_ fate: Outcome) -> Bool {
    let members = state.withLock { state in
      defer { state.members = [] }
      return state.members
    }
    for member in members { member(fate) }
    return !members.isEmpty
  }
}
