/// The identifier of a note: a UUID whose first 48 bits are the creation time (RFC 9562, version 7).
///
/// Identifiers sort by creation time. So a store appends to its index instead of inserting at random positions, and
/// identifiers that are created minutes apart differ in their first characters. Identifiers from files may be UUIDs of
/// any version.
package struct NoteID: Sendable, Hashable, Comparable {
  /// The first eight bytes, most significant first.
  package let high: UInt64
  /// The last eight bytes, most significant first.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// Creates a version 7 UUID from 74 of the random bits. A time before 1970 counts as 1970.
  package init(created: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(max(0, created.millisecondsSince1970)) & 0xFFFF_FFFF_FFFF
    high = milliseconds << 16 | 0x7000 | random.0 & 0xFFF
    low = random.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// Returns whether an identifier sorts before another by its bytes, which for version 7 is the order of creation.
  package static func < (left: NoteID, right: NoteID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension NoteID {
  /// Whether no note may have the identifier: all zeros stand for no note, and all ones name the keyring of an encrypted vault
  /// (the nil and the max UUID of RFC 9562).
  package var isReserved: Bool { (high, low) == (0, 0) || (high, low) == (.max, .max) }

  /// Returns the identifier, which came from outside, for a note that may not exist yet; `nil` for a reserved one.
  ///
  /// Every reader of files and forms uses it: a note with the identifier of the keyring would make its vault unusable.
  package var unlessReserved: NoteID? { isReserved ? nil : self }

  /// Parses the identifier of a note that may not exist yet; `nil` for a reserved one, and for any other text.
  package init?(input text: String) {
    guard let id = NoteID(text)?.unlessReserved else { return nil }
    self = id
  }
}

extension NoteID: CustomStringConvertible, LosslessStringConvertible {
  /// Parses the canonical form, in upper or lower case; `nil` for any other text.
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
      guard let value = Hexadecimal.value(of: byte).map(UInt64.init) else { return nil }
      if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
      digits += 1
    }
    self.init(high: words.0, low: words.1)
  }

  /// The canonical form: 32 lower-case hexadecimal digits in five groups, `019a0c3e-5f7a-7c31-9b1e-2d3c4b5a6978`.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 { bytes.append(UInt8(ascii: "-")) }
      let word = digit < 16 ? high : low
      let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - digit % 16 * 4) & 0xF)
      bytes.append(Hexadecimal.digit(of: value))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension NoteID {
  /// Returns the shortest unique prefix of the canonical form, of at least eight digits. The identifiers before and after
  /// this one in order share the longest prefixes with it.
  package func abbreviated(among neighbours: [NoteID]) -> String {
    let own = Array(description.utf8)
    let shared = neighbours.map { other in zip(own, other.description.utf8).prefix { $0 == $1 }.count }.max() ?? 0
    var length = min(36, max(8, shared + 1))
    if length < 36, own[length - 1] == UInt8(ascii: "-") { length += 1 }
    return String(decoding: own.prefix(length), as: UTF8.self)
  }
}

/// A prefix of a note's identifier, as people type it.
///
/// Dashes are optional, and case is ignored.
package struct NoteIDPrefix: Sendable, Hashable {
  /// One to 32 lower-case hexadecimal digits, without dashes.
  package let digits: String

  /// Parses `019a0c3e-5f`; `nil` when the text is empty, too long, or contains anything but hexadecimal digits and dashes.
  package init?(_ text: String) {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (1...32).contains(digits.utf8.count), digits.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) else {
      return nil
    }
    self.digits = digits
  }

  /// The lowest and the highest identifier with this prefix.
  package var range: ClosedRange<NoteID> {
    var bounds: (low: [UInt64], high: [UInt64]) = ([0, 0], [0, 0])
    let values = digits.utf8.map { UInt64(Hexadecimal.value(of: $0) ?? 0) }
    for position in 0..<32 {
      let word = position / 16
      bounds.low[word] = bounds.low[word] << 4 | (position < values.count ? values[position] : 0x0)
      bounds.high[word] = bounds.high[word] << 4 | (position < values.count ? values[position] : 0xF)
    }
    return NoteID(high: bounds.low[0], low: bounds.low[1])...NoteID(high: bounds.high[0], low: bounds.high[1])
  }
}

/// An error of a text that does not name one note.
package enum ReferenceError: Error, Sendable, Hashable {
  /// No note has the name.
  case unknown(String)
  /// Several notes have the name. The candidates may be incomplete.
  case ambiguous(String, candidates: [NoteSummary])
}

/// A generator of identifiers for new notes.
package protocol NoteIDGenerator: Sendable {
  /// Returns a new identifier, which sorts by the creation time. That may be long ago for an imported note.
  func next(created: Timestamp) -> NoteID
}

/// A generator of version 7 UUIDs: the creation time, followed by 74 random bits.
package struct TimeOrderedNoteIDGenerator: NoteIDGenerator {
  package init() {}

  package func next(created: Timestamp) -> NoteID {
    var generator = SystemRandomNumberGenerator()
    return NoteID(created: created, random: (generator.next(), generator.next()))
  }
}
