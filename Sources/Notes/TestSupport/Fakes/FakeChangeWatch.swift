public import NotesDomain
import Synchronization

/// A watch over nothing: it waits as its sleeper does, unless a test says that something changes.
public final class FakeChangeWatch: ChangeWatch {
  private let sleeper: any Sleeper
  private let changes = Mutex<[ChangeOrigin]>([])
  private let asked = Mutex<[Int]>([])

  /// Creates a watch.
  ///
  /// - Parameter sleeper: How it waits.
  public init(sleeper: any Sleeper = RecordingSleeper()) {
    self.sleeper = sleeper
  }

  /// How many changes were pending each time.
  public var pending: [Int] { asked.withLock { $0 } }

  /// Has the next wait for it end at once that nobody has decided on yet.
  ///
  /// - Parameter origin: Where something changed.
  public func change(_ origin: ChangeOrigin) {
    changes.withLock { $0.append(origin) }
  }

  /// Waits.
  public func awaitChange(
    on origins: Set<ChangeOrigin>, pending: Int, milliseconds: Int
  ) async throws(CancellationError) -> ChangeOrigin? {
    asked.withLock { $0.append(pending) }
    let origin = changes.withLock { changes in
      changes.firstIndex { origins.contains($0) }.map { changes.remove(at: $0) }
    }
    if let origin { return origin }
    try await sleeper.sleep(milliseconds: milliseconds)
    return nil
  }
}
