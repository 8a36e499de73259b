import Synchronization

/// Makes version 7 ids that strictly ascend, even for notes of one millisecond and when the clock is set back.
public final class TimeOrderedNoteIDGenerator: NoteIDGenerator {
  private let clock: any WallClock
  private let last = Mutex<NoteID?>(nil)

  /// Creates a generator.
  ///
  /// - Parameter clock: Where the time in the ids comes from.
  public init(clock: any WallClock) {
    self.clock = clock
  }

  /// An id above all that this generator made before. Safe to call from any thread.
  public func next() -> NoteID {
    var generator = SystemRandomNumberGenerator()
    let fresh = NoteID(moment: clock.now(), random: (generator.next(), generator.next()))
    return last.withLock { last in
      let next = last.map { $0 < fresh ? fresh : $0.successor } ?? fresh
      last = next
      return next
    }
  }
}

extension NoteID {
  /// The next version 7 id in order: the random part counts up and carries into the time.
  fileprivate var successor: NoteID {
    let (random, carry) = (low & 0x3FFF_FFFF_FFFF_FFFF).addingReportingOverflow(1)
    guard !carry, random <= 0x3FFF_FFFF_FFFF_FFFF else {
      let counter = high & 0xFFF
      let time = counter == 0xFFF ? (high >> 16 &+ 1) << 16 | 0x7000 : high &+ 1
      return NoteID(high: time, low: 0x8000_0000_0000_0000)
    }
    return NoteID(high: high, low: random | 0x8000_0000_0000_0000)
  }
}
