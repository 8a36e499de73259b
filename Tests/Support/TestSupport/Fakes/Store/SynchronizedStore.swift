import NotesDomain
import Synchronization

/// A mutex-protected ``InMemoryStoreState``, locked for a call or a transaction.
final class SynchronizedStore: Sendable {
  private let gate = Mutex(())
  private let state: Mutex<InMemoryStoreState>
  private let failing = Mutex<StoreError?>(nil)
  let feed = StoreChangeFeed()

  init(_ state: InMemoryStoreState) {
    self.state = Mutex(state)
  }

  /// The error that every call throws; `nil` for none.
  var failure: StoreError? {
    get { failing.withLock { $0 } }
    set { failing.withLock { $0 = newValue } }
  }

  /// The content, regardless of ``failure``.
  var contents: InMemoryStoreState {
    get { gate.withLock { _ in state.withLock { $0 } } }
    set {
      force { state in
        state = newValue
        state.committed = .everything
      }
    }
  }

  /// Changes the content, regardless of ``failure``.
  func force(_ body: (inout InMemoryStoreState) -> Void) {
    gate.withLock { _ in state.withLock { body(&$0) } }
    tell()
  }

  /// Tells of what was committed since the last call.
  private func tell() {
    let committed = state.withLock { state in
      defer { state.committed = [] }
      return state.committed
    }
    if !committed.isEmpty { feed.send(committed) }
  }

  /// Runs a closure with the store locked.
  func exclusively<Value: Sendable>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let value = try gate.withLock { _ throws(StoreError) in
      if let failure { throw failure }
      return try body()
    }
    tell()
    return value
  }

  /// Runs one step inside of ``exclusively(_:)``.
  func step<Value: Sendable, Failure: Error>(
    _ body: (inout InMemoryStoreState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in try body(&state) }
  }

  /// Reads the store.
  func read<Value: Sendable>(
    _ body: (inout InMemoryStoreState) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try exclusively { () throws(StoreError) in try step(body) }
  }

  /// Changes the store. When the body throws, the change is rolled back.
  ///
  /// - Parameter kind: The origin of the change; `nil` to record none.
  func change<Value: Sendable>(
    _ kind: ChangeSet.Kind?, at time: Timestamp, _ body: (inout InMemoryStoreState) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try read { state throws(StoreError) in
      do throws(StoreError) {
        let value = try body(&state)
        state.commit(kind, at: time)
        return value
      } catch {
        state.rollBack()
        throw error
      }
    }
  }
}
