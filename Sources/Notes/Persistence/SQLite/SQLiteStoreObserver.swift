import NotesDomain
import Synchronization

/// The changes of the SQLite file: those of this program when they are committed, and those of others by a number that SQLite
/// changes with each of their commits, asked for while there is a consumer.
///
/// SQLite has no notice across processes; watching its files would tell of each page that is written, and of none on a network
/// drive. Asking takes a few microseconds, and the wake-up for it a fifth of a millisecond.
final class SQLiteStoreObserver: StoreObserver {
  private let store: LazyNoteDatabase
  private let clock: any Clock<Duration>
  /// The time between two questions.
  private let interval: Duration
  private let feed = Mutex<StoreChangeFeed?>(nil)
  private let watch = Mutex<Task<Void, Never>?>(nil)

  init(store: LazyNoteDatabase, clock: any Clock<Duration>, interval: Duration) {
    self.store = store
    self.clock = clock
    self.interval = interval
  }

  convenience init(store: LazyNoteDatabase, clock: any Clock<Duration>) {
    self.init(store: store, clock: clock, interval: .milliseconds(270))
  }

  deinit { watch.withLock { $0?.cancel() } }

  func changes() -> StoreChanges {
    let feed = feed.withLock { feed in
      let present = feed ?? StoreChangeFeed { [weak self] in self?.adjustWatch() }
      feed = present
      return present
    }
    return feed.changes()
  }

  /// Begins to watch for the first consumer, and ends with the last one.
  private func adjustWatch() {
    watch.withLock { watch in
      // Counted here: of two calls, the last one sees what is there after both.
      guard let feed = feed.withLock({ $0 }), feed.consumerCount > 0 else {
        watch?.cancel()
        watch = nil
        return
      }
      guard watch == nil else { return }
      watch = Task { [store, clock, interval] in
        await Self.watch(store, tells: feed, by: clock, every: interval)
      }
    }
  }

  @concurrent
  private static func watch(
    _ store: LazyNoteDatabase, tells feed: StoreChangeFeed, by clock: any Clock<Duration>, every interval: Duration
  ) async {
    await withTaskGroup(of: Void.self) { group in
      var version: Int?
      var isOpen = false
      while !Task.isCancelled {
        if let database = try? store.opened() {
          let own = database.changes
          if !isOpen {
            isOpen = true
            // Before the first number is read, so that no change is between the two.
            let changes = own.changes()
            group.addTask { for await change in changes { feed.send(change) } }
          }
          // None once the file was replaced, of which the next load tells. The first number may have come after a change that a
          // consumer waits for.
          let found = try? database.versionOfOthers()
          if found != version { feed.send(.everything) }
          version = found
        }
        guard (try? await clock.sleep(for: interval)) != nil else { break }
      }
      group.cancelAll()
    }
  }
}
