package import NotesDomain
import Synchronization

/// A watch without store and vault: it waits with its clock, except for changes that a test injects.
package final class FakeChangeWatch: ChangeWatch {
  private let clock: any Clock<Duration>
  private let changes = Mutex<[ChangeOrigin]>([])
  private let marks = Mutex(0)
  private let asked = Mutex<[LocalChangeMarker?]>([])

  package init(clock: any Clock<Duration> = ManualClock()) {
    self.clock = clock
  }

  /// The markers of all waits.
  package var compared: [LocalChangeMarker?] { asked.withLock { $0 } }

  /// Injects a change, with which the next wait for its origin returns at once.
  package func change(_ origin: ChangeOrigin) {
    changes.withLock { $0.append(origin) }
  }

  /// Returns a different marker each time, with as many pending changes as there were calls.
  package func marker() async -> LocalChangeMarker? {
    marks.withLock { marks in
      marks += 1
      return LocalChangeMarker(pending: marks, changeSet: 0)
    }
  }

  package func waitForChange(
    on origins: Set<ChangeOrigin>, since mark: LocalChangeMarker?, timeout: Duration
  ) async throws -> ChangeOrigin? {
    asked.withLock { $0.append(mark) }
    let origin = changes.withLock { changes in
      changes.firstIndex { origins.contains($0) }.map { changes.remove(at: $0) }
    }
    if let origin { return origin }
    try await clock.sleep(for: timeout)
    return nil
  }
}
