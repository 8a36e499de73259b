import Crypto
import NotesDomain
import NotesHosting
import Synchronization

extension DeviceToken {
  /// The SHA-256 of the token, by which stores know it.
  package var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }
}

/// The principals that tokens authenticated a short time ago, so that a request of a device costs no look-up of its own.
///
/// A bounded memory: when it is full, all are forgotten.
final class RecentPrincipals: Sendable {
  /// The time after which a token is looked up again, for its last use and its age.
  static let lifetime = Duration.seconds(60)

  private struct Entry {
    let principal: Principal
    let noted: Duration
  }

  private let limit: Int
  private let uptime: Stopwatch
  private let entries = Mutex<[[UInt8]: Entry]>([:])

  init(settings: AccountSettings, clock: any Clock<Duration>) {
    limit = max(1, settings.maximumRemembered)
    uptime = Stopwatch(clock)
  }

  func note(_ principal: Principal, of token: DeviceToken) {
    let entry = Entry(principal: principal, noted: uptime.elapsed)
    entries.withLock { entries in
      if entries.count >= limit { entries = [:] }
      entries[token.digest] = entry
    }
  }

  /// Returns the principal that a token authenticated last; `nil` after ``lifetime``.
  func principal(of token: DeviceToken) -> Principal? {
    let now = uptime.elapsed
    guard let entry = entries.withLock({ $0[token.digest] }), now - entry.noted < Self.lifetime else { return nil }
    return entry.principal
  }
}
