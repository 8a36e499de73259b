import Core
import Foundation
import Synchronization

/// A clock that advances by a second whenever it is read.
package final class TickingClock: WallClock {
  private let seconds = Mutex(0.0)

  package init() {}

  package func now() -> Date {
    seconds.withLock { seconds in
      seconds += 1
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
  }
}

/// The ids 1, 2, 3 …
package final class SequentialIDs: NoteIDs {
  private let last: Mutex<Int>

  /// - Parameter start: The number before the first id, which differs between the devices of a test.
  package init(after start: Int = 0) {
    last = Mutex(start)
  }

  package func next() -> Note.ID {
    last.withLock { last in
      last += 1
      return Self.id(last)
    }
  }

  package static func id(_ number: Int) -> Note.ID {
    let digits = String(number, radix: 16)
    let text = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return UUID(uuidString: text) ?? UUID()
  }
}

/// A log that keeps the names of the calls.
package final class RecordingLog: CallLog {
  private let recorded = Mutex<[String]>([])

  package init() {}

  package var calls: [String] { recorded.withLock { $0 } }

  package func record(_ call: String, took duration: Duration) { recorded.withLock { $0.append(call) } }
}

/// A sync that replies as the test says.
package final class FakeSyncing: Syncing {
  private let reply: @Sendable () async throws(SyncError) -> SyncReport

  package init(reply: @escaping @Sendable () async throws(SyncError) -> SyncReport) {
    self.reply = reply
  }

  package func sync() async throws(SyncError) -> SyncReport { try await reply() }
}
