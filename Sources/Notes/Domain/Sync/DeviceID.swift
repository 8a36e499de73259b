/// The name under which a device numbers its batches: 128 random bits.
///
/// Not the name of a machine: a device whose database was copied or restored takes a new one, since somebody else may have
/// counted on under the old one.
package struct DeviceID: Sendable, Hashable {
  /// The bits.
  package var bits: UInt128 { words.bits }

  private let words: UInt128Storage

  /// Creates the id of a device.
  ///
  /// - Parameter bits: The bits.
  package init(bits: UInt128) {
    words = UInt128Storage(bits)
  }

  /// Draws the id of a new device.
  ///
  /// - Parameter randomness: Where the bits come from.
  package init(drawnFrom randomness: any Randomness) {
    self.init(bits: UInt128(randomness.next()) << 64 | UInt128(randomness.next()))
  }
}

extension DeviceID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads what ``description`` writes.
  ///
  /// - Parameter text: 32 hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    guard let bits = UInt128(hexadecimal: text) else { return nil }
    self.init(bits: bits)
  }

  /// 32 lower-case hexadecimal digits.
  package var description: String { bits.hexadecimal }
}

/// 128 bits in two words.
///
/// Not one `UInt128`: in Swift 6.3, without optimization, an asynchronous closure that has captured one loses its place on the
/// stack, and the program ends when the thread goes on with something else.
struct UInt128Storage: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  init(_ bits: UInt128) {
    high = UInt64(truncatingIfNeeded: bits >> 64)
    low = UInt64(truncatingIfNeeded: bits)
  }

  var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }
}

extension UInt128 {
  /// Reads exactly 32 hexadecimal digits.
  init?(hexadecimal text: String) {
    guard text.utf8.count == 32 else { return nil }
    var value: UInt128 = 0
    for byte in text.utf8 {
      guard let digit = byte.hexadecimalValue else { return nil }
      value = value << 4 | UInt128(digit)
    }
    self = value
  }

  /// 32 lower-case hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
