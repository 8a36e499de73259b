import NotesDomain
import Synchronization

/// How many requests of each account wait for a change, so that one account cannot have all connections.
final class WatcherCount: Sendable {
  /// How long to stay away when there are too many, in milliseconds.
  static let pause = 5000

  private let limit: Int
  private let counts = Mutex<[AccountName: Int]>([:])

  /// Creates a count.
  ///
  /// - Parameter settings: How many there may be.
  init(settings: HTTPServerSettings) {
    limit = settings.maximumWatchers
  }

  /// How many wait, in all accounts.
  var total: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// Counts one more.
  ///
  /// - Returns: Whether it may wait.
  func enter(_ account: AccountName) -> Bool {
    counts.withLock { counts in
      let count = counts[account, default: 0]
      guard count < limit else { return false }
      counts[account] = count + 1
      return true
    }
  }

  /// Counts one less.
  func leave(_ account: AccountName) {
    counts.withLock { counts in
      let count = counts[account, default: 0] - 1
      counts[account] = count > 0 ? count : nil
    }
  }
}
