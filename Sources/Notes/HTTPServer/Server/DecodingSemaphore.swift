import Synchronization

/// A limit on how many large bodies are decoded at a time, so that a thread remains for other requests.
final class DecodingSemaphore: Sendable {
  /// The size up to which bodies are decoded at once, without waiting.
  static let smallBytes = 65_536

  private struct State {
    var permits: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Creates a semaphore with a number of permits, at least one.
  init(permits: Int) { state = Mutex(State(permits: max(1, permits))) }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Decodes a body, large ones off the event loop and in the order of the calls.
  func decode<Message: Sendable>(
    _ bytes: [UInt8], _ decode: @escaping @Sendable ([UInt8]) throws -> Message
  ) async throws -> Message {
    guard bytes.count > Self.smallBytes else { return try decode(bytes) }
    await wait()
    defer { signal() }
    return try await OffloadExecutor.run { try decode(bytes) }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let hasPermit = state.withLock { state in
        guard state.permits > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.permits -= 1
        return true
      }
      if hasPermit { continuation.resume() }
    }
  }

  /// Passes the permit to the task that has waited longest.
  func signal() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.permits += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
