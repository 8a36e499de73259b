/// A device that is signed in to an account.
package struct SignedInDevice: Sendable, Hashable {
  /// The time after which an unused device is signed out: a year.
  package static let lifetime = Duration.seconds(365 * 86_400)

  /// The server's identifier of the device.
  package let id: SignedInDeviceID
  /// The owner's name for the device.
  package let label: String
  package let signedIn: Timestamp
  /// The day on which the device was last seen, or an earlier time on the day of the sign-in.
  package let lastSeen: Timestamp

  package init(id: SignedInDeviceID, label: String, signedIn: Timestamp, lastSeen: Timestamp) {
    self.id = id
    self.label = label
    self.signedIn = signedIn
    self.lastSeen = lastSeen
  }

  /// The time at which the device is signed out, unless it is used before.
  package var expires: Timestamp { lastSeen + Self.lifetime }

  /// Returns whether a device comes before another in a list: the earlier sign-in first.
  package static func isEarlier(_ one: SignedInDevice, _ other: SignedInDevice) -> Bool {
    (one.signedIn.millisecondsSince1970, one.id.bits) < (other.signedIn.millisecondsSince1970, other.id.bits)
  }
}

/// The server's identifier of a signed-in device: 64 random bits, which are not secret.
///
/// Not a ``DeviceID``, under which a device numbers its batches: a ``DeviceID`` changes when a store is copied, this
/// identifier lasts from sign-in to sign-out.
package struct SignedInDeviceID: Sendable, Hashable {
  package let bits: UInt64

  package init(bits: UInt64) {
    self.bits = bits
  }
}

extension SignedInDeviceID: CustomStringConvertible, LosslessStringConvertible {
  /// Parses 16 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard let bits = UInt64(hexadecimal: text), text == bits.hexadecimal else { return nil }
    self.init(bits: bits)
  }

  /// 16 lower-case hexadecimal digits.
  package var description: String { bits.hexadecimal }
}

/// The secret of a signed-in device: 256 random bits.
///
/// It is created at sign-in and invalid after sign-out or revocation. The server stores its digest only. Its
/// descriptions do not reveal it.
package struct DeviceToken: Sendable, Hashable {
  /// The number of bytes.
  package static let count = 32

  package let bytes: [UInt8]

  /// Restores a token from 32 bytes; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// Creates a new token from a cryptographically secure source.
  package init(using randomness: any Randomness) {
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let word = randomness.next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    self.bytes = bytes
  }

  /// Parses `notes_` and 64 lower-case hexadecimal digits; `nil` for any other text.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard let bytes = Hexadecimal.decode(digits, count: Self.count) else { return nil }
    self.bytes = bytes
  }

  /// The token as text, with a prefix by which scanners for leaked secrets detect it.
  package var text: String { Self.prefix + Hexadecimal.encode(bytes) }

  private static let prefix = "notes_"
}

extension DeviceToken: Secret {
  package var description: String { "a device's token" }
}
