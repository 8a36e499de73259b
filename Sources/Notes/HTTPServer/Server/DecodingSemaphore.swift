import NotesHTTPAPI
import Synchronization

/// Lets only so many large bodies be understood at a time: each takes a thread for a while, and somebody must be left to
/// answer the others.
final class DecodingSemaphore: Sendable {
  /// A body up to so many bytes is understood in no time, and need not wait.
  static let smallBytes = 65_536

  private struct State {
    var places: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Creates a semaphore.
  ///
  /// - Parameter places: How many bodies may be understood at a time, at least one.
  init(places: Int) {
    state = Mutex(State(places: max(1, places)))
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Understands a body when it is its turn, which comes in the order in which they ask.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - decode: Reads it.
  func decode<Message: Sendable>(
    _ bytes: [UInt8], _ decode: @escaping @Sendable ([UInt8]) throws(MessageDecodingError) -> Message
  ) async throws(MessageDecodingError) -> Message {
    guard bytes.count > Self.smallBytes else { return try decode(bytes) }
    await wait()
    defer { leave() }
    return try await OffloadExecutor.run { () async throws(MessageDecodingError) in try decode(bytes) }
  }

  /// Waits for a place.
  func wait() async {
    await withCheckedContinuation { continuation in
      let hasPlace = state.withLock { state in
        guard state.places > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.places -= 1
        return true
      }
      if hasPlace { continuation.resume() }
    }
  }

  /// Hands the place to whoever waits longest.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.places += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
