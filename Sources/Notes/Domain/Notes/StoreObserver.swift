import Synchronization

/// The changes of this device's store, whichever program makes them.
package protocol StoreObserver: Sendable {
  /// Returns the changes from now on, as long as their consumer asks for them.
  ///
  /// A change that is made after this call is told later, and what is told is in the store. So a consumer that first calls this,
  /// then reads, and reads again after each change, misses nothing and ends with the last state. Changes that are made before the
  /// consumer asks again are told as one. Without a consumer, nothing is observed, and nothing wakes up.
  func changes() -> StoreChanges
}

/// The parts of the store that changed.
package struct StoreChange: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Notes, with their tags, links, history and conflicts, and that they are pending.
  package static let notes = StoreChange(rawValue: 1)
  /// The state of sync, such as what the vault has accepted or blocked, and when.
  package static let sync = StoreChange(rawValue: 2)
  /// Anything, as where another program wrote.
  package static let everything: StoreChange = [.notes, .sync]
}

/// The changes that one consumer is told.
package struct StoreChanges: AsyncSequence, Sendable {
  fileprivate let signals: AsyncStream<Void>
  fileprivate let pending: PendingChange

  /// The iterator of one consumer.
  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var signals: AsyncStream<Void>.Iterator
    fileprivate let pending: PendingChange

    /// Returns the next change; `nil` after the task was cancelled.
    package mutating func next(isolation actor: isolated (any Actor)?) async -> StoreChange? {
      while await signals.next(isolation: actor) != nil {
        // Several changes were told as one before their signals arrived.
        if let change = pending.take() { return change }
      }
      return nil
    }

    /// Returns the next change; `nil` after the task was cancelled.
    package mutating func next() async -> StoreChange? { await next(isolation: #isolation) }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(signals: signals.makeAsyncIterator(), pending: pending)
  }
}

/// The changes that a consumer was not told yet.
private final class PendingChange: Sendable {
  private let change = Mutex<StoreChange>([])

  func add(_ other: StoreChange) { change.withLock { $0.formUnion(other) } }

  func take() -> StoreChange? {
    change.withLock { change in
      defer { change = [] }
      return change.isEmpty ? nil : change
    }
  }
}

/// A distributor of changes to those who ask for them. For implementations of ``StoreObserver``.
package final class StoreChangeFeed: Sendable {
  private struct Consumer {
    let pending: PendingChange
    let signal: AsyncStream<Void>.Continuation
  }

  private struct State {
    var consumers: [Int: Consumer] = [:]
    var last = 0
  }

  private let state = Mutex(State())
  private let countChanged: @Sendable () -> Void

  /// Creates a feed.
  ///
  /// - Parameter countChanged: Called after the number of consumers has changed, on any thread.
  package init(countChanged: @escaping @Sendable () -> Void = {}) {
    self.countChanged = countChanged
  }

  /// The number of consumers.
  package var consumerCount: Int { state.withLock { $0.consumers.count } }

  /// Returns the changes from now on.
  package func changes() -> StoreChanges {
    let pending = PendingChange()
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.last += 1
      state.consumers[state.last] = Consumer(pending: pending, signal: signal)
      return state.last
    }
    signal.onTermination = { [weak self] _ in self?.remove(number) }
    countChanged()
    return StoreChanges(signals: signals, pending: pending)
  }

  private func remove(_ number: Int) {
    state.withLock { _ = $0.consumers.removeValue(forKey: number) }
    countChanged()
  }

  /// Tells all consumers of a change.
  package func send(_ change: StoreChange) {
    let consumers = state.withLock { Array($0.consumers.values) }
    for consumer in consumers {
      consumer.pending.add(change)
      consumer.signal.yield()
    }
  }
}
