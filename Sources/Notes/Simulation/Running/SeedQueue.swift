import Synchronization

/// Numbers that several workers share out among them, a few at a time.
final class SeedQueue: Sendable {
  private static let portion: UInt64 = 32

  private let end: UInt64
  private let next: Mutex<UInt64>

  init(_ seeds: Range<UInt64>) {
    end = seeds.upperBound
    next = Mutex(seeds.lowerBound)
  }

  /// The next few; `nil` when there are none left.
  func take() -> Range<UInt64>? {
    next.withLock { next in
      guard next < end else { return nil }
      let taken = next..<min(end, next + Self.portion)
      next = taken.upperBound
      return taken
    }
  }

  /// Gives out no more.
  func stop() {
    next.withLock { $0 = end }
  }
}
