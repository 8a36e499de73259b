/// A note's identity: a UUID whose first 48 bits are its time of creation (RFC 9562, version 7).
///
/// Ids sort by creation, so that a store appends to its index instead of scattering over it, and the first characters of
/// ids made minutes apart differ. An id read from a file may be a UUID of any version.
public struct NoteID: Sendable, Hashable, Comparable {
  /// The first eight bytes, most significant first.
  public let high: UInt64
  /// The last eight bytes, most significant first.
  public let low: UInt64

  /// Creates an id from its 128 bits.
  ///
  /// - Parameters:
  ///   - high: The first eight bytes, most significant first.
  ///   - low: The last eight bytes, most significant first.
  public init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// Creates a version 7 id.
  ///
  /// - Parameters:
  ///   - moment: The time of creation; a moment before 1970 counts as 1970.
  ///   - random: Two random words, of which 74 bits are used.
  public init(moment: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(max(0, moment.millisecondsSince1970)) & 0xFFFF_FFFF_FFFF
    high = milliseconds << 16 | 0x7000 | random.0 & 0xFFF
    low = random.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// Orders ids by their bytes, which for version 7 is the order of creation.
  public static func < (left: NoteID, right: NoteID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
