/// A text as lines. A line goes up to and including its line feed, so that all lines together are the text, byte for byte;
/// the last one may lack it.
public struct TextLines: Sendable {
  /// The text.
  public let text: String
  /// The text's bytes.
  let bytes: [UInt8]
  /// Where each line begins in ``bytes``; and last, where the text ends.
  let starts: [Int]
  /// A fingerprint of each line: lines with different ones differ.
  let fingerprints: [UInt64]

  /// Takes a text apart. O(length).
  ///
  /// - Parameter text: The text.
  public init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    var starts = [0]
    var fingerprints: [UInt64] = []
    var fingerprint = Self.emptyFingerprint
    for offset in bytes.indices {
      fingerprint = (fingerprint ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
      guard bytes[offset] == UInt8(ascii: "\n") else { continue }
      starts.append(offset + 1)
      fingerprints.append(fingerprint)
      fingerprint = Self.emptyFingerprint
    }
    if let last = starts.last, last < bytes.count {
      starts.append(bytes.count)
      fingerprints.append(fingerprint)
    }
    (self.starts, self.fingerprints) = (starts, fingerprints)
  }

  /// How many lines there are; none in an empty text.
  public var count: Int { fingerprints.count }

  /// A line with its line feed. O(1).
  ///
  /// - Parameter line: The line's number, from 0 to ``count`` - 1.
  public subscript(line: Int) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: starts[line])
    return text[start..<text.utf8.index(start, offsetBy: starts[line + 1] - starts[line])]
  }

  /// The bytes of some lines.
  func bytes(of lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }

  /// FNV-1a, as in ``ContentDigest``.
  private static let emptyFingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
}
