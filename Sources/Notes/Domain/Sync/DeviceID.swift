/// The identifier under which a device numbers its batches.
///
/// It does not identify a machine: a device whose database was copied or restored gets a new one, since another device
/// may have continued to count under the old one.
package struct DeviceID: RandomIdentifier {
  private let words: UInt128Storage

  package var bits: UInt128 { words.bits }

  package init(bits: UInt128) {
    words = UInt128Storage(bits)
  }
}

/// An identifier of 128 random bits, written as 32 lower-case hexadecimal digits.
package protocol RandomIdentifier: Sendable, Hashable, LosslessStringConvertible {
  var bits: UInt128 { get }
  init(bits: UInt128)
}

extension RandomIdentifier {
  package init(using randomness: any Randomness) {
    self.init(bits: UInt128(randomness.next()) << 64 | UInt128(randomness.next()))
  }

  /// Parses 32 hexadecimal digits, in upper or lower case.
  package init?(_ text: String) {
    guard let bits = UInt128(hexadecimal: text) else { return nil }
    self.init(bits: bits)
  }

  package var description: String { bits.hexadecimal }
}

/// 128 bits in two words.
///
/// Not a stored `UInt128`: in Swift 6.3 without optimization, an asynchronous closure that captures one uses a wrong stack
/// slot, and the program crashes when the thread resumes another task.
struct UInt128Storage: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  init(_ bits: UInt128) {
    high = UInt64(truncatingIfNeeded: bits >> 64)
    low = UInt64(truncatingIfNeeded: bits)
  }

  var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }
}
