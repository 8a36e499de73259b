import Dispatch
import Foundation
import NotesDomain
import Synchronization

/// A thread with a connection that listens to the channel, and that connects again when it is lost.
///
/// A thread that waits in `poll`, since a dispatch source on Linux may stay silent when the other side closes a socket.
final class PostgresListener: Sendable {
  /// The milliseconds between two attempts to connect.
  private static let pause: Int32 = 1000

  private let address: PostgresAddress
  private let state: ListeningState
  private let queue = DispatchQueue(label: "notes.postgres.listener")
  /// Receives the payload of each message, and `nil` when messages may have been missed.
  private let receive: @Sendable (String?) -> Void
  /// A pipe whose input is closed when the thread must end.
  private let stopping = Pipe()

  init(_ address: PostgresAddress, _ state: ListeningState, receive: @escaping @Sendable (String?) -> Void) {
    (self.address, self.state) = (address, state)
    self.receive = receive
  }

  func start() {
    queue.async { [self] in
      while !awaitStop(milliseconds: 0) {
        do {
          try listen()
        } catch {
          state.fail(StoreError(error, at: address.name))
          _ = awaitStop(milliseconds: Self.pause)
        }
      }
    }
  }

  func stop() { try? stopping.fileHandleForWriting.close() }

  /// Receives messages until the thread must end.
  private func listen() throws {
    let connection = try PostgresConnection(address)
    let channel = try connection.first("SELECT \(PostgresMessenger.channel)") { $0.text(0) }
    try connection.run("LISTEN \(channel ?? "notesctl")")
    state.begin()
    // After the statement: what was changed before is looked for once.
    receive(nil)
    while !awaitStop(orReadable: connection.socket, milliseconds: -1) {
      for payload in try connection.notifications() { receive(payload) }
    }
  }

  /// Waits until the thread must end, a socket can be read, or the time is over. Returns whether the thread must end.
  private func awaitStop(orReadable socket: Int32 = -1, milliseconds: Int32) -> Bool {
    var files = [stopping.fileHandleForReading.fileDescriptor, socket].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&files, nfds_t(files.count), milliseconds) > 0 && files[0].revents != 0
  }
}

/// The state of a node's connection for messages, for its metrics and its log.
final class ListeningState: Sendable {
  private struct State {
    /// `nil` until it was first tried.
    var isListening: Bool?
    var failures = 0
  }

  private let state = Mutex(State())
  /// The changes of the state, of which the latest are buffered.
  let events: AsyncStream<DatabaseEvent>
  private let continuation: AsyncStream<DatabaseEvent>.Continuation

  init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16)) }

  /// The present state, and the number of failures so far.
  var present: (isListening: Bool, failures: Int) { state.withLock { ($0.isListening == true, $0.failures) } }

  /// Notes that messages are received from now on.
  func begin() { set(true, .listening) }

  /// Notes that messages cannot be received.
  func fail(_ error: StoreError) {
    state.withLock { $0.failures += 1 }
    set(false, .listeningFailed(error))
  }

  /// Notes that a message has not arrived.
  func missMessages() { continuation.yield(.messagesMissing) }

  private func set(_ isListening: Bool, _ event: DatabaseEvent) {
    let before = state.withLock { state in
      defer { state.isListening = isListening }
      return state.isListening
    }
    if before != isListening { continuation.yield(event) }
  }
}
