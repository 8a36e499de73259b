import Dispatch
import Foundation
import NotesDomain
import Synchronization

/// The messages between nodes by `NOTIFY` and `LISTEN`, on one channel for each schema.
///
/// Sent in transactions of their own: PostgreSQL lets only one transaction commit at a time that notifies, whatever its
/// vault. Messages that are sent while others are on their way go together.
final class PostgresMessenger: NodeMessenger {
  private struct State {
    /// The messages that were not sent yet, in the order of the first of equal ones.
    var waiting: [NodeMessage] = []
    var isSending = false
    var flushes: [CheckedContinuation<Void, Never>] = []
  }

  /// The name of the channel, in SQL. A name of PostgreSQL has at most 63 bytes.
  static let channel = "'notesctl_' || current_schema()::regnamespace::oid"

  private let database: PostgresDatabase
  /// The name of this node, before each of its messages.
  private let node: String
  private let state = Mutex(State())

  init(database: PostgresDatabase, randomness: any Randomness) {
    self.database = database
    node = SignedInDeviceID(bits: randomness.next()).description
  }

  func send(_ message: NodeMessage) {
    let begins = state.withLock { state in
      if !state.waiting.contains(message) { state.waiting.append(message) }
      defer { state.isSending = true }
      return !state.isSending
    }
    if begins { Task { await sendWaiting() } }
  }

  func flush() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.isSending { state.flushes.append(continuation) }
        return !state.isSending
      }
      if isDone { continuation.resume() }
    }
  }

  func messages() -> AsyncStream<NodeMessage> {
    let (stream, continuation) = AsyncStream<NodeMessage>.makeStream(bufferingPolicy: .bufferingNewest(10_000))
    let listener = PostgresListener(database.directAddress) { [node] text in
      guard let text else { return _ = continuation.yield(.gap) }
      let parts = text.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0] != node, let message = NodeMessage(String(parts[1])) else { return }
      continuation.yield(message)
    }
    listener.start()
    continuation.onTermination = { _ in listener.stop() }
    return stream
  }

  private func sendWaiting() async {
    while true {
      let messages = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      if messages.isEmpty, endSending() { return }
      let payloads = messages.map { "\(node) \($0)" }
      // Without the messages, waits end by their timeout.
      try? await database.write { connection in
        for payload in payloads {
          try connection.send("SELECT pg_notify(\(Self.channel), $1)", [.text(payload)])
        }
      }
    }
  }

  /// Notes that all messages were sent, unless there are others by now. Returns whether there are none.
  private func endSending() -> Bool {
    let flushes = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
      guard state.waiting.isEmpty else { return nil }
      state.isSending = false
      defer { state.flushes = [] }
      return state.flushes
    }
    for flush in flushes ?? [] { flush.resume() }
    return flushes != nil
  }
}

/// A thread with a connection that listens to the channel, and that connects again when it is lost.
///
/// A thread that waits in `poll`, since a dispatch source on Linux may stay silent when the other side closes a socket.
private final class PostgresListener: Sendable {
  /// The milliseconds between two attempts to connect.
  private static let pause: Int32 = 1000

  private let address: PostgresAddress
  private let queue = DispatchQueue(label: "notes.postgres.listener")
  /// Receives the payload of each message, and `nil` when messages may have been missed.
  private let receive: @Sendable (String?) -> Void
  /// A pipe whose input is closed when the thread must end.
  private let stopping = Pipe()

  init(_ address: PostgresAddress, receive: @escaping @Sendable (String?) -> Void) {
    self.address = address
    self.receive = receive
  }

  func start() {
    queue.async { [self] in
      while !hasStopped(within: 0) {
        do { try listen() } catch { _ = hasStopped(within: Self.pause) }
      }
    }
  }

  func stop() { try? stopping.fileHandleForWriting.close() }

  /// Receives messages until the thread must end.
  private func listen() throws {
    let connection = try PostgresConnection(address)
    let channel = try connection.first("SELECT \(PostgresMessenger.channel)") { $0.text(0) }
    try connection.run("LISTEN \(channel ?? "notesctl")")
    // After the statement: what was changed before is looked for once.
    receive(nil)
    while !hasStopped(orReadable: connection.socket, within: -1) {
      for payload in try connection.notifications() { receive(payload) }
    }
  }

  /// Waits until the thread must end, a socket can be read, or a time in milliseconds is over.
  private func hasStopped(orReadable socket: Int32 = -1, within milliseconds: Int32) -> Bool {
    var files = [stopping.fileHandleForReading.fileDescriptor, socket].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&files, nfds_t(files.count), milliseconds) > 0 && files[0].revents != 0
  }
}
