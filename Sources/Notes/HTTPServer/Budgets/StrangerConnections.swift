import NotesDomain
import Synchronization

/// The connections that are not authenticated, in the order in which they were accepted.
///
/// When all of them are taken, the oldest is closed for a new one: a device needs its connection for a moment, and a
/// connection that is held for nothing is among the oldest. One whose complete request the server works on is kept.
///
/// A connection is here as long as its lease is an address's: ``move(_:to:)`` changes both in one step or neither, so that
/// none escapes ``closeOldest()`` without being an account's.
final class StrangerConnections: Sendable {
  private struct Entry {
    let lease: BudgetLease
    let close: @Sendable () -> Void
    /// Whether the server works on a complete request of the connection.
    var isKept = false
  }

  private struct State {
    var next = 0
    var entries: [Int: Entry] = [:]
  }

  private let state = Mutex(State())

  /// Adds a connection.
  ///
  /// - Parameter close: Closes the connection, called on any thread.
  /// - Returns: The argument for ``move(_:to:)`` and ``remove(_:)``.
  func add(_ lease: BudgetLease, close: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      defer { state.next += 1 }
      state.entries[state.next] = Entry(lease: lease, close: close)
      return state.next
    }
  }

  /// Makes a connection an account's.
  ///
  /// - Returns: Whether the account had a share left for it, and it is not being closed for another one. Otherwise the
  ///   connection keeps its place.
  func move(_ number: Int, to account: AccountName) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[number], entry.lease.transfer(to: .account(account)) else { return false }
      state.entries[number] = nil
      return true
    }
  }

  /// Removes a connection that has ended. Does nothing if it is an account's, or is being closed for another one.
  func remove(_ number: Int) { state.withLock { $0.entries[number] = nil } }

  /// Keeps a connection from being closed for another one, or allows it again. It has its place among the others all along.
  func keep(_ number: Int, _ isKept: Bool) { state.withLock { $0.entries[number]?.isKept = isKept } }

  /// Closes the oldest connection that is not kept, whose lease is free at once. Does nothing if there is none.
  func closeOldest() {
    let entry = state.withLock { state -> Entry? in
      state.entries.filter { !$0.value.isKept }.keys.min().flatMap { state.entries.removeValue(forKey: $0) }
    }
    // Outside of the lock, since closing removes.
    entry?.lease.release()
    entry?.close()
  }
}
