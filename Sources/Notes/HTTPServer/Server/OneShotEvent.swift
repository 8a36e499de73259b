import Synchronization

/// Something that happens once, and is told to those who wait for it.
final class OneShotEvent: Sendable {
  private struct State {
    var hasFired = false
    var next = 0
    var listeners: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Whether it has happened.
  var hasFired: Bool { state.withLock { $0.hasFired } }

  /// Lets it happen, and tells everybody. A second time nothing happens.
  func fire() {
    let listeners = state.withLock { state in
      state.hasFired = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    // Without the lock: who is told may do anything.
    for listener in listeners { listener() }
  }

  /// Calls somebody when it happens, at once if it has.
  ///
  /// - Parameter action: What to call; on any thread.
  /// - Returns: What to hand to ``removeListener(_:)``; `nil` when it was called.
  func addListener(_ action: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      if state.hasFired { return nil }
      state.next += 1
      state.listeners[state.next] = action
      return state.next
    }
    if number == nil { action() }
    return number
  }

  /// Forgets who waits.
  ///
  /// - Parameter number: What ``addListener(_:)`` returned.
  func removeListener(_ number: Int?) {
    guard let number else { return }
    state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
  }
}
