import Synchronization

/// That the server is about to stop: those who wait for something that may never come are told, so that they answer.
final class Shutdown: Sendable {
  private struct State {
    var hasBegun = false
    var next = 0
    var listeners: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Whether the server is about to stop.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Tells everybody. A second call does nothing.
  func begin() {
    let listeners = state.withLock { state in
      state.hasBegun = true
      defer { state.listeners = [:] }
      return state.listeners.values.map(\.self)
    }
    for listener in listeners { listener() }
  }

  /// Calls somebody when the server is about to stop, at once if it is by now.
  ///
  /// - Parameter action: What to call, without a lock held.
  /// - Returns: What to hand to ``forget(_:)``; `nil` when it was called.
  func listen(_ action: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      if state.hasBegun { return nil }
      state.next += 1
      state.listeners[state.next] = action
      return state.next
    }
    if number == nil { action() }
    return number
  }

  /// Forgets a listener.
  func forget(_ number: Int?) {
    guard let number else { return }
    state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
  }
}
