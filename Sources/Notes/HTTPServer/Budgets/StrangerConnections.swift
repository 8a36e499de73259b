import Synchronization

/// The connections that are not authenticated, in the order in which they were accepted.
///
/// When all of them are taken, the oldest is closed for a new one: a device needs its connection for a moment, and a
/// connection that is held for nothing is among the oldest.
final class StrangerConnections: Sendable {
  private struct Entry {
    let lease: BudgetLease
    let close: @Sendable () -> Void
  }

  private struct State {
    var oldest = 0
    var next = 0
    var entries: [Int: Entry] = [:]
  }

  private let state = Mutex(State())

  /// Adds a connection.
  ///
  /// - Parameter close: Closes the connection, called on any thread.
  /// - Returns: The argument for ``remove(_:)``.
  func add(_ lease: BudgetLease, close: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      defer { state.next += 1 }
      state.entries[state.next] = Entry(lease: lease, close: close)
      return state.next
    }
  }

  /// Removes a connection that was authenticated or has ended.
  ///
  /// - Returns: Whether it was there. Otherwise it is being closed for another one.
  @discardableResult
  func remove(_ number: Int) -> Bool { state.withLock { $0.entries.removeValue(forKey: number) != nil } }

  /// Closes the oldest connection, whose lease is free at once. Does nothing if there is none.
  func closeOldest() {
    let entry = state.withLock { state -> Entry? in
      while state.oldest < state.next {
        defer { state.oldest += 1 }
        if let entry = state.entries.removeValue(forKey: state.oldest) { return entry }
      }
      return nil
    }
    // Outside of the lock, since closing removes.
    entry?.lease.release()
    entry?.close()
  }
}
