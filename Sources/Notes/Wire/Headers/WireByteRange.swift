/// The bytes of a blob that a device asks for: `Range: bytes=0-1048575`.
///
/// One range with both ends is all there is. Of a blob that ends sooner there is less to have.
public struct WireByteRange: Sendable, Hashable {
  /// How many bytes come before the first one.
  public let offset: Int
  /// How many bytes there are, at least one.
  public let count: Int

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - offset: How many bytes come before the first one.
  ///   - count: How many bytes there are.
  /// - Returns: `nil` when there are none, or the range begins before the first byte.
  public init?(offset: Int, count: Int) {
    guard offset >= 0, count > 0, !offset.addingReportingOverflow(count).overflow else { return nil }
    self.offset = offset
    self.count = count
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: `nil` when it is anything else.
  public init?(_ text: String) {
    let prefix = "bytes="
    guard text.hasPrefix(prefix), let ends = WireByteRange.ends(of: text.dropFirst(prefix.count)) else { return nil }
    self.init(offset: ends.first, count: ends.last - ends.first + 1)
  }

  /// The value of the field.
  public var text: String { "bytes=\(offset)-\(offset + count - 1)" }

  /// The two numbers of `0-1048575`.
  static func ends(of text: Substring) -> (first: Int, last: Int)? {
    guard let sign = text.firstIndex(of: "-"), let first = WireNumber.read(text[..<sign]),
      let last = WireNumber.read(text[text.index(after: sign)...]), first <= last
    else { return nil }
    return (Int(first), Int(last))
  }
}
