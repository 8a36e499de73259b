import Foundation

/// The words with which a person opens the keys of a vault. The server never sees them, unlike the password of an account.
package struct Passphrase: Sendable, Hashable {
  /// The minimum length of a new passphrase, in characters.
  package static let minimumLength = 10
  /// The maximum length, in bytes of UTF-8.
  package static let maximumBytes = 1024

  /// The bytes in UTF-8, in Unicode's form NFC: systems differ in whether they write an accented letter as one character or as two.
  package let bytes: [UInt8]

  /// Parses a passphrase; `nil` when the text has no bytes or more than ``maximumBytes``.
  package init?(_ text: String) {
    let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
    guard 1...Self.maximumBytes ~= bytes.count else { return nil }
    self.bytes = bytes
  }

  /// Whether the passphrase has the minimum length of a new one.
  package var isLongEnough: Bool { String(decoding: bytes, as: UTF8.self).count >= Self.minimumLength }
}

extension Passphrase: Secret {
  package var description: String { "a passphrase" }
}

/// A second secret that opens the keys of a vault, for a person who lost the passphrase: 256 random bits.
///
/// As text it has 56 characters of Crockford's base 32 (<https://www.crockford.com/base32.html>) in groups of four: 52 of the
/// bits, and four of a checksum, by which a mistake in typing is told from a wrong code. Upper and lower case, `O` and `0`, and
/// `I`, `L` and `1` are equal, and groups may be separated by hyphens and white space.
package struct RecoveryCode: Sendable, Hashable {
  /// The number of secret bytes.
  package static let count = 32

  package let bytes: [UInt8]

  /// Restores a code from 32 bytes; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// Creates a code from a cryptographically secure source.
  package init(using randomness: any Randomness) {
    var bytes: [UInt8] = []
    for _ in 0..<Self.count / 8 { bytes.append(bigEndian: randomness.next()) }
    self.bytes = bytes
  }

  /// Parses ``text``; `nil` for other characters, another length or a wrong checksum.
  package init?(_ text: String) {
    guard let digits = CrockfordBase32.digits(of: text), digits.count == 56,
      let bytes = CrockfordBase32.bytes(of: digits.prefix(52), count: Self.count),
      Array(digits.suffix(4)) == Self.checksum(of: bytes)
    else { return nil }
    self.bytes = bytes
  }

  /// The code as a person writes it down: `7K2M-…`, 14 groups of four characters.
  package var text: String {
    CrockfordBase32.text(CrockfordBase32.digits(of: bytes) + Self.checksum(of: bytes), groups: 4)
  }

  /// Returns the lowest 20 bits of the CRC-32 of zlib and PNG (<https://www.w3.org/TR/png-3/#D-CRCAppendix>).
  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    let check = ~remainder
    return [15, 10, 5, 0].map { UInt8(truncatingIfNeeded: check >> $0 & 31) }
  }
}

extension RecoveryCode: Secret {
  package var description: String { "a recovery code" }
}

/// Crockford's base 32, without its own check symbol, which detects fewer mistakes than the checksum of a code.
private enum CrockfordBase32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Returns the values of the characters without separators; `nil` when there are others.
  static func digits(of text: String) -> [UInt8]? {
    var digits: [UInt8] = []
    for character in text.uppercased().utf8 {
      switch character {
      case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
      case UInt8(ascii: "O"): digits.append(0)
      case UInt8(ascii: "I"), UInt8(ascii: "L"): digits.append(1)
      default:
        guard let value = alphabet.firstIndex(of: character) else { return nil }
        digits.append(UInt8(value))
      }
    }
    return digits
  }

  /// Returns the digits of bytes, five bits each, the most significant first; the last one is filled with zeros.
  static func digits(of bytes: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    var (word, bits) = (0, 0)
    for byte in bytes {
      (word, bits) = (word << 8 | Int(byte), bits + 8)
      while bits >= 5 {
        bits -= 5
        digits.append(UInt8(word >> bits & 31))
      }
      word &= 1 << bits - 1
    }
    if bits > 0 { digits.append(UInt8(word << (5 - bits) & 31)) }
    return digits
  }

  /// Returns a number of bytes from digits; `nil` when the bits that fill the last digit are not zero.
  static func bytes(of digits: some Sequence<UInt8>, count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, bits) = (0, 0)
    for digit in digits {
      (word, bits) = (word << 5 | Int(digit), bits + 5)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(word >> bits & 255))
      }
      word &= 1 << bits - 1
    }
    return bytes.count == count && word == 0 ? bytes : nil
  }

  static func text(_ digits: [UInt8], groups length: Int) -> String {
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, index % length == 0 { text.append(UInt8(ascii: "-")) }
      text.append(alphabet[Int(digit)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
