/// Whole numbers as they stand in the fields of a message: digits only, without a sign or a space.
enum WireNumber {
  /// Reads a number.
  ///
  /// - Returns: `nil` when the text is anything else, or the number has more than 18 digits.
  static func read(_ text: some StringProtocol) -> Int64? {
    guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }
}
