package import NotesDomain
import Synchronization

/// A watch over nothing: it waits as its sleeper does, unless a test says that something changes.
package final class FakeChangeWatch: ChangeWatch {
  private let sleeper: any Sleeper
  private let changes = Mutex<[ChangeOrigin]>([])
  private let marks = Mutex(0)
  private let asked = Mutex<[LocalChangeMarker?]>([])

  /// Creates a watch.
  ///
  /// - Parameter sleeper: How it waits.
  package init(sleeper: any Sleeper = RecordingSleeper()) {
    self.sleeper = sleeper
  }

  /// What each wait compared the device with.
  package var compared: [LocalChangeMarker?] { asked.withLock { $0 } }

  /// Has the next wait for it end at once that nobody has decided on yet.
  ///
  /// - Parameter origin: Where something changed.
  package func change(_ origin: ChangeOrigin) {
    changes.withLock { $0.append(origin) }
  }

  /// Another mark each time: as many changes are pending as marks were made.
  package func mark() async -> LocalChangeMarker? {
    marks.withLock { marks in
      marks += 1
      return LocalChangeMarker(pending: marks, changeSet: 0)
    }
  }

  /// Waits.
  package func waitForChange(
    on origins: Set<ChangeOrigin>, since mark: LocalChangeMarker?, milliseconds: Int
  ) async throws(CancellationError) -> ChangeOrigin? {
    asked.withLock { $0.append(mark) }
    let origin = changes.withLock { changes in
      changes.firstIndex { origins.contains($0) }.map { changes.remove(at: $0) }
    }
    if let origin { return origin }
    try await sleeper.sleep(milliseconds: milliseconds)
    return nil
  }
}
