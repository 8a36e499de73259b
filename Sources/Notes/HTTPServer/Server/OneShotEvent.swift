import Synchronization

/// An event that fires once.
final class OneShotEvent: Sendable {
  private struct State {
    var hasFired = false
    var next = 0
    var listeners: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  var hasFired: Bool { state.withLock { $0.hasFired } }

  /// Fires the event and notifies listeners. Idempotent.
  func fire() {
    let listeners = state.withLock { state in
      state.hasFired = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    // Outside of the lock, since a listener may use the event.
    for listener in listeners { listener() }
  }

  /// Adds a listener, called on any thread, or calls it at once if the event has fired.
  ///
  /// - Returns: The argument for ``removeListener(_:)``; `nil` if the listener was called.
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

  func removeListener(_ number: Int?) {
    guard let number else { return }
    state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
  }

  /// Runs a function in a task that is cancelled when the event fires.
  func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await body() }
    let listener = addListener { task.cancel() }
    defer { removeListener(listener) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
