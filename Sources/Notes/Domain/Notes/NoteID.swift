/// A note's identity: a UUID whose first 48 bits are its time of creation (RFC 9562, version 7).
///
/// Ids sort by creation, so that a store appends to its index instead of scattering over it, and the first characters of
/// ids made minutes apart differ. An id read from a file may be a UUID of any version.
package struct NoteID: Sendable, Hashable, Comparable {
  /// The first eight bytes, most significant first.
  package let high: UInt64
  /// The last eight bytes, most significant first.
  package let low: UInt64

  /// Creates an id from its 128 bits.
  ///
  /// - Parameters:
  ///   - high: The first eight bytes, most significant first.
  ///   - low: The last eight bytes, most significant first.
  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// Creates a version 7 id.
  ///
  /// - Parameters:
  ///   - moment: The time of creation; a moment before 1970 counts as 1970.
  ///   - random: Two random words, of which 74 bits are used.
  package init(moment: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(max(0, moment.millisecondsSince1970)) & 0xFFFF_FFFF_FFFF
    high = milliseconds << 16 | 0x7000 | random.0 & 0xFFF
    low = random.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// Orders ids by their bytes, which for version 7 is the order of creation.
  package static func < (left: NoteID, right: NoteID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension NoteID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads the canonical form, in upper or lower case.
  ///
  /// - Parameter text: For example `019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978`.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let value = byte.hexadecimalValue else { return nil }
      if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
      digits += 1
    }
    self.init(high: words.0, low: words.1)
  }

  /// The canonical form: 32 lower-case hexadecimal digits in five groups.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 { bytes.append(UInt8(ascii: "-")) }
      let word = digit < 16 ? high : low
      let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - digit % 16 * 4) & 0xF)
      bytes.append(value < 10 ? 48 + value : 87 + value)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit.
  var hexadecimalValue: UInt64? {
    switch self {
    case 48...57: UInt64(self - 48)
    case 65...70: UInt64(self - 55)
    case 97...102: UInt64(self - 87)
    default: nil
    }
  }
}

extension NoteID {
  /// The shortest beginning of the canonical form, of at least eight digits, by which this id differs from others.
  ///
  /// - Parameter neighbours: The ids next to this one in order; no other can share a longer beginning.
  package func abbreviated(among neighbours: [NoteID]) -> String {
    let own = Array(description.utf8)
    let shared = neighbours.map { other in zip(own, other.description.utf8).prefix { $0 == $1 }.count }.max() ?? 0
    var length = min(36, max(8, shared + 1))
    if length < 36, own[length - 1] == UInt8(ascii: "-") { length += 1 }
    return String(decoding: own.prefix(length), as: UTF8.self)
  }
}

/// The first characters of a note's id, as people type it.
///
/// Dashes may be left out; case does not matter.
package struct NoteIDPrefix: Sendable, Hashable {
  /// One to 32 lower-case hexadecimal digits, without dashes.
  package let digits: String

  /// Reads a prefix.
  ///
  /// - Parameter text: What was typed, for example `019a0c3e-5f`.
  /// - Returns: `nil` when the text is empty, too long, or holds anything but hexadecimal digits and dashes.
  package init?(_ text: String) {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (1...32).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0.hexadecimalValue != nil }) else {
      return nil
    }
    self.digits = digits
  }

  /// The lowest and the highest id with this prefix.
  package var range: ClosedRange<NoteID> {
    var bounds: (low: [UInt64], high: [UInt64]) = ([0, 0], [0, 0])
    let values = digits.utf8.map { $0.hexadecimalValue ?? 0 }
    for position in 0..<32 {
      let word = position / 16
      bounds.low[word] = bounds.low[word] << 4 | (position < values.count ? values[position] : 0x0)
      bounds.high[word] = bounds.high[word] << 4 | (position < values.count ? values[position] : 0xF)
    }
    return NoteID(high: bounds.low[0], low: bounds.low[1])...NoteID(high: bounds.high[0], low: bounds.high[1])
  }
}

/// Why what a person typed does not name one note.
package enum ReferenceError: Error, Sendable, Hashable {
  /// The text cannot be the beginning of an id.
  case malformed(String)
  /// No id begins with the text.
  case unknown(String)
  /// Several ids begin with the text: these, and perhaps more.
  case ambiguous(String, candidates: [NoteSummary])
}

/// Where the ids of new notes come from.
package protocol NoteIDGenerator: Sendable {
  /// An id that nobody has.
  ///
  /// - Parameter created: When the note was created, which for an imported note may be long ago: ids sort by it, and notes
  ///   of different days differ in the first characters that a person types.
  func next(created: Timestamp) -> NoteID
}

/// Makes version 7 ids: the time of creation, then 74 random bits.
package struct TimeOrderedNoteIDGenerator: NoteIDGenerator {
  /// Creates a generator.
  package init() {}

  /// An id of a note that was created at a moment. Safe to call from any thread.
  package func next(created: Timestamp) -> NoteID {
    var generator = SystemRandomNumberGenerator()
    return NoteID(moment: created, random: (generator.next(), generator.next()))
  }
}
