package import NotesDomain
import Synchronization

/// The life of an app that a test tells. It is in the foreground, with a network and power, unless a test says otherwise.
package final class FakeAppLifecycle: AppLifecycle {
  private struct State {
    var conditions = AppConditions()
    /// The end of the time in the background.
    var deadline: ManualClock.Instant?
    var hasEnded = false
    var listeners: [Int: AsyncStream<AppConditions>.Continuation] = [:]
    var last = 0
  }

  private let state = Mutex(State())
  private let clock: ManualClock

  package init(clock: ManualClock = ManualClock()) {
    self.clock = clock
  }

  /// The number of consumers.
  package var listenerCount: Int { state.withLock { $0.listeners.count } }

  package func conditions() -> AsyncStream<AppConditions> {
    let (stream, listener) = AsyncStream.makeStream(of: AppConditions.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.last += 1
      state.listeners[state.last] = listener
      return state.last
    }
    listener.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
    if let present { listener.yield(present) } else { listener.finish() }
    return stream
  }

  /// The present conditions; `nil` after the end.
  private var present: AppConditions? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      var conditions = state.conditions
      if let deadline = state.deadline {
        conditions.stage = .background(remaining: max(.zero, clock.now.duration(to: deadline)))
      }
      return conditions
    }
  }

  /// Changes what the system says of the network and of power.
  package func change(_ change: (inout AppConditions) -> Void) {
    state.withLock { change(&$0.conditions) }
    tell()
  }

  /// Sends the app to the background, where it has some time.
  package func enterBackground(for budget: Duration) {
    state.withLock { $0.deadline = clock.now.advanced(by: budget) }
    tell()
  }

  /// Brings the app back to the foreground.
  package func enterForeground() {
    state.withLock { $0.deadline = nil }
    tell()
  }

  /// Ends the app.
  package func end() {
    let listeners = state.withLock { state in
      state.hasEnded = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private func tell() {
    guard let present else { return }
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(present) }
  }
}
