import Dispatch
import Foundation
import NotesDomain
import NotesHosting
import Synchronization

/// The messages between nodes by `NOTIFY` and `LISTEN`, on one channel for each schema.
///
/// Sent in transactions of their own: PostgreSQL lets only one transaction commit at a time that notifies, whatever its
/// vault. Messages that are sent while others are on their way go together.
final class PostgresMessenger: NodeMessenger {
  private struct State {
    var waiting = MessageQueue(limit: 10_000)
    var isSending = false
    /// The callers that wait until the messages so far were sent, by number.
    var flushes: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastFlush = 0
    /// The number of times that this node began to listen, and the last one after which it has heard itself.
    var (listens, heard) = (0, 0)
  }

  /// The time in which a message of this node to itself arrives.
  static let arrivalLimit = Duration.seconds(5)

  /// The name of the channel, in SQL. A name of PostgreSQL has at most 63 bytes.
  static let channel = "'notesctl_' || \(PostgresSchema.namespace)::oid"

  /// The number of received messages that wait for their reader.
  private static let bufferSize = 10_000

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
      state.waiting.append(message)
      defer { state.isSending = true }
      return !state.isSending
    }
    if begins { Task { await sendWaiting() } }
  }

  func flush() async {
    let number = state.withLock { state in
      state.lastFlush += 1
      return state.lastFlush
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if state.isSending, !Task.isCancelled { state.flushes[number] = continuation }
          return state.flushes[number] == nil
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.flushes.removeValue(forKey: number) }?.resume()
    }
  }

  func messages() -> AsyncStream<NodeMessage> {
    let (stream, continuation) = AsyncStream<NodeMessage>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.bufferSize))
    let inbox = Inbox(continuation, bufferSize: Self.bufferSize)
    let listener = PostgresListener(database.directAddress, database.listening) { [self] text in
      guard let text else {
        Task { await checkArrival() }
        return inbox.receive(.gap)
      }
      let parts = text.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return }
      guard parts[0] != node else { return state.withLock { $0.heard = $0.listens } }
      if let message = NodeMessage(String(parts[1])) { inbox.receive(message) }
    }
    listener.start()
    continuation.onTermination = { _ in listener.stop() }
    return stream
  }

  /// Sends a message to this node, which has begun to listen, and tells if it does not arrive.
  private func checkArrival() async {
    let number = state.withLock { state in
      state.listens += 1
      return state.listens
    }
    let sending: Void? = try? await database.pool.run(in: .messages) { [node] connection in
      _ = try connection.run("SELECT pg_notify(\(Self.channel), $1)", [.text("\(node) hello")])
    }
    guard sending != nil, (try? await database.clock.sleep(for: Self.arrivalLimit)) != nil else { return }
    let isMissing = state.withLock { $0.listens == number && $0.heard < number }
    if isMissing { database.listening.missMessages() }
  }

  /// Sends the messages that wait, and those that come meanwhile, until there are none.
  private func sendWaiting() async {
    while let batch = nextBatch() {
      let payloads = batch.messages.map { "\(node) \($0)" }
      do {
        // Without a transaction of several trips, so that it runs again after a lost connection: twice is not wrong.
        try await database.pool.run(in: .messages) { connection in
          for payload in payloads {
            try connection.send("SELECT pg_notify(\(Self.channel), $1)", [.text(payload)])
          }
          try connection.flush()
        }
      } catch {
        // The next messages tell the others that they have missed some. Until then, waits end by their timeout.
        state.withLock { $0.waiting.missesMessages = true }
      }
      for flush in batch.flushes { flush.resume() }
    }
  }

  /// Takes the messages that wait, with the callers that wait for no later ones; `nil` when there are none.
  private func nextBatch() -> (messages: [NodeMessage], flushes: [CheckedContinuation<Void, Never>])? {
    let (messages, flushes) = state.withLock { state in
      defer { state.flushes = [:] }
      let messages = state.waiting.takeAll()
      state.isSending = !messages.isEmpty
      return (messages, Array(state.flushes.values))
    }
    guard messages.isEmpty else { return (messages, flushes) }
    for flush in flushes { flush.resume() }
    return nil
  }
}

/// Messages in the order of the first of equal ones. Above a limit they become one ``NodeMessage/gap``, which says as much.
private struct MessageQueue {
  let limit: Int
  /// Whether messages were lost, which the next ones say.
  var missesMessages = false
  private var messages: [NodeMessage] = []
  private var known: Set<NodeMessage> = []

  init(limit: Int) { self.limit = limit }

  mutating func append(_ message: NodeMessage) {
    guard known.insert(message).inserted else { return }
    messages.append(message)
    if messages.count > limit { (messages, known) = ([.gap], [.gap]) }
  }

  mutating func takeAll() -> [NodeMessage] {
    defer { (messages, known) = ([], []) }
    guard missesMessages, !messages.isEmpty else { return messages }
    missesMessages = false
    return [.gap] + messages
  }
}

/// Received messages on their way to a reader, who learns if there were more than the buffer takes.
final class Inbox: Sendable {
  private let continuation: AsyncStream<NodeMessage>.Continuation
  private let bufferSize: Int
  /// The number of messages since the last gap.
  private let sinceGap = Atomic(0)

  /// - Parameter bufferSize: The number of messages that the stream buffers, of which it keeps the newest.
  init(_ continuation: AsyncStream<NodeMessage>.Continuation, bufferSize: Int) {
    self.continuation = continuation
    self.bufferSize = bufferSize
  }

  func receive(_ message: NodeMessage) {
    let isDropping = if case .dropped = continuation.yield(message) { true } else { false }
    if message == .gap { return sinceGap.store(0, ordering: .relaxed) }
    let count = sinceGap.add(1, ordering: .relaxed).newValue
    // An earlier gap is in the buffer still.
    guard isDropping, count > bufferSize / 2 else { return }
    sinceGap.store(0, ordering: .relaxed)
    continuation.yield(.gap)
  }
}

/// A thread with a connection that listens to the channel, and that connects again when it is lost.
///
/// A thread that waits in `poll`, since a dispatch source on Linux may stay silent when the other side closes a socket.
private final class PostgresListener: Sendable {
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
    let hasLock = try connection.lockAsServer()
    state.note(isLockedOut: !hasLock)
    guard hasLock else { throw PostgresError.locked }
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
