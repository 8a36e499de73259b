import NotesDomain
import Synchronization

/// An ``InMemoryStoreState`` that one caller at a time works with: for a call, or for a transaction of many steps.
final class SynchronizedStore: Sendable {
  private let gate = Mutex(())
  private let state: Mutex<InMemoryStoreState>
  private let failing = Mutex<StoreError?>(nil)

  init(_ state: InMemoryStoreState) {
    self.state = Mutex(state)
  }

  /// What every call throws; `nil` when it works.
  var failure: StoreError? {
    get { failing.withLock { $0 } }
    set { failing.withLock { $0 = newValue } }
  }

  /// Everything there is, whether the store works or not.
  var contents: InMemoryStoreState {
    get { gate.withLock { _ in state.withLock { $0 } } }
    set { force { $0 = newValue } }
  }

  /// Changes the store, whether it works or not.
  func force(_ body: (inout InMemoryStoreState) -> Void) {
    gate.withLock { _ in state.withLock { body(&$0) } }
  }

  /// Runs a call while nobody else works with the store.
  func exclusively<Value: Sendable>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try gate.withLock { _ throws(StoreError) in
      if let failure { throw failure }
      return try body()
    }
  }

  /// Does one step of a call; only inside of ``exclusively(_:)``.
  func step<Value: Sendable, Failure: Error>(
    _ body: (inout InMemoryStoreState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in try body(&state) }
  }

  /// Looks at the store.
  func read<Value: Sendable>(
    _ body: (inout InMemoryStoreState) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try exclusively { () throws(StoreError) in try step(body) }
  }

  /// Changes the store; when the body throws, nothing has happened.
  ///
  /// - Parameters:
  ///   - kind: Who changes it; `nil` for what no history remembers.
  ///   - moment: When.
  ///   - body: The changes.
  func change<Value: Sendable>(
    _ kind: ChangeSet.Kind?, at moment: Timestamp, _ body: (inout InMemoryStoreState) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try read { state throws(StoreError) in
      do throws(StoreError) {
        let value = try body(&state)
        state.commit(kind, at: moment)
        return value
      } catch {
        state.rollBack()
        throw error
      }
    }
  }
}
