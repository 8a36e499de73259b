/// The first characters of a note's id, as people type it.
///
/// Dashes may be left out; case does not matter.
public struct NoteIDPrefix: Sendable, Hashable {
  /// One to 32 lower-case hexadecimal digits, without dashes.
  public let digits: String

  /// Reads a prefix.
  ///
  /// - Parameter text: What was typed, for example `019a0c3e-5f`.
  /// - Returns: `nil` when the text is empty, too long, or holds anything but hexadecimal digits and dashes.
  public init?(_ text: String) {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (1...32).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0.hexadecimalValue != nil }) else {
      return nil
    }
    self.digits = digits
  }

  /// The lowest and the highest id with this prefix.
  public var range: ClosedRange<NoteID> {
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
