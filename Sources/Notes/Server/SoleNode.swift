import NotesDomain
import NotesHosting
import Synchronization

/// The only node of a server, whose store is in its process.
struct SoleNode: NodeMessenger, DatabaseMonitor {
  var use: DatabaseUse? { nil }

  func events() -> AsyncStream<DatabaseEvent> { AsyncStream { _ in } }

  func send(_ message: NodeMessage) {}

  func flush() async {}

  func messages() -> AsyncStream<NodeMessage> { AsyncStream { _ in } }
}

/// The attempts at the only node of a server, in memory, so that a restart resets them.
final class SoleNodeAttempts: AttemptStore {
  private let settings: AccountSettings
  private let clock: any Clock<Duration>
  private let buckets = Mutex<[AttemptLimit: TokenBuckets]>([:])

  init(settings: AccountSettings, clock: any Clock<Duration>) {
    self.settings = settings
    self.clock = clock
  }

  func consume(_ name: String, of limit: AttemptLimit) -> Duration? { buckets(of: limit).consume(name) }

  func refund(_ name: String, of limit: AttemptLimit) { buckets(of: limit).refund(name) }

  private func buckets(of limit: AttemptLimit) -> TokenBuckets {
    buckets.withLock { buckets in
      if let known = buckets[limit] { return known }
      let new = TokenBuckets(
        capacity: limit.capacity, window: limit.window, limit: settings.maximumRemembered, clock: clock)
      buckets[limit] = new
      return new
    }
  }
}
