extension [UInt8] {
  /// Appends the eight bytes of a word, the most significant first.
  package mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  /// Appends the four bytes of a word, the most significant first.
  package mutating func append(bigEndian word: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }
}

extension FixedWidthInteger {
  /// Restores an integer from its bytes, the most significant first.
  // Inlinable so that other modules get it for their types: unspecialized, it took a quarter of the time to open a sealed note.
  @inlinable package init(bigEndian bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }
}
