import Synchronization

/// Something that happens once, and is told to those who wait for it.
final class Occasion: Sendable {
  private struct State {
    var hasCome = false
    var next = 0
    var listeners: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Whether it has happened.
  var hasCome: Bool { state.withLock { $0.hasCome } }

  /// Lets it happen, and tells everybody. A second time nothing happens.
  func come() {
    let listeners = state.withLock { state in
      state.hasCome = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    // Without the lock: who is told may do anything.
    for listener in listeners { listener() }
  }

  /// Calls somebody when it happens, at once if it has.
  ///
  /// - Parameter action: What to call; on any thread.
  /// - Returns: What to hand to ``forget(_:)``; `nil` when it was called.
  func listen(_ action: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      if state.hasCome { return nil }
      state.next += 1
      state.listeners[state.next] = action
      return state.next
    }
    if number == nil { action() }
    return number
  }

  /// Forgets who waits.
  ///
  /// - Parameter number: What ``listen(_:)`` returned.
  func forget(_ number: Int?) {
    guard let number else { return }
    state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
  }
}
