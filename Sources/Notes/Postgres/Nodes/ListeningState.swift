import NotesDomain
import NotesHosting
import Synchronization

/// The state of a node's connection for messages, for its metrics and its log.
final class ListeningState: Sendable {
  private struct State {
    /// `nil` until it was first tried.
    var isListening: Bool?
    var failures = 0
    var isLockedOut = false
    var hasListened = false
  }

  private let state = Mutex(State())
  /// The changes of the state, of which the latest are buffered.
  let events: AsyncStream<DatabaseEvent>
  private let continuation: AsyncStream<DatabaseEvent>.Continuation

  init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16)) }

  /// The present state, and the number of failures so far.
  var present: (isListening: Bool, failures: Int) { state.withLock { ($0.isListening == true, $0.failures) } }

  /// Whether a command had locked the store when the node last tried to connect, so that the node must not serve.
  var isLockedOut: Bool { state.withLock { $0.isLockedOut } }

  /// Whether the connection was tried, and was never made since the program started.
  var neverListened: Bool { state.withLock { $0.isListening == false && !$0.hasListened } }

  /// Notes whether the node has its share of the store's lock.
  func note(isLockedOut: Bool) { state.withLock { $0.isLockedOut = isLockedOut } }

  /// Notes that messages are received from now on.
  func begin() { set(true, .listening) }

  /// Notes that messages cannot be received.
  func fail(_ error: StoreError) {
    state.withLock { $0.failures += 1 }
    set(false, .listeningFailed(error))
  }

  /// Notes that a message has not arrived.
  func missMessages() { continuation.yield(.messagesMissing) }

  /// Notes that each role of the cluster may connect to the database.
  func noteOpenToAllRoles() { continuation.yield(.openToAllRoles) }

  private func set(_ isListening: Bool, _ event: DatabaseEvent) {
    let before = state.withLock { state in
      defer { (state.isListening, state.hasListened) = (isListening, state.hasListened || isListening) }
      return state.isListening
    }
    if before != isListening { continuation.yield(event) }
  }
}
