public import NotesDomain
import Synchronization

/// A watch over nothing: it waits as its sleeper does, unless a test says that something changes.
public final class FakeChangeWatch: ChangeWatch {
  private let sleeper: any Sleeper
  private let changes = Mutex<[ChangeOrigin]>([])
  private let marks = Mutex(0)
  private let asked = Mutex<[LocalMark?]>([])

  /// Creates a watch.
  ///
  /// - Parameter sleeper: How it waits.
  public init(sleeper: any Sleeper = RecordingSleeper()) {
    self.sleeper = sleeper
  }

  /// What each wait compared the device with.
  public var compared: [LocalMark?] { asked.withLock { $0 } }

  /// Has the next wait for it end at once that nobody has decided on yet.
  ///
  /// - Parameter origin: Where something changed.
  public func change(_ origin: ChangeOrigin) {
    changes.withLock { $0.append(origin) }
  }

  /// Another mark each time: as many changes are pending as marks were made.
  public func mark() async -> LocalMark? {
    marks.withLock { marks in
      marks += 1
      return LocalMark(pending: marks, changeSet: 0)
    }
  }

  /// Waits.
  public func awaitChange(
    on origins: Set<ChangeOrigin>, since mark: LocalMark?, milliseconds: Int
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
