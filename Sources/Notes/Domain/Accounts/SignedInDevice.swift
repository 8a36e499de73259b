/// A device that may speak for an account, until it signs out or is revoked.
package struct SignedInDevice: Sendable, Hashable {
  /// What the server calls it.
  package let id: SignedInDeviceID
  /// What its owner calls it.
  package let label: String
  /// When it signed in.
  package let signedIn: Timestamp
  /// The day on which it was last heard of, or earlier on the day of signing in.
  package let lastSeen: Timestamp

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - id: What the server calls it.
  ///   - label: What its owner calls it.
  ///   - signedIn: When it signed in.
  ///   - lastSeen: When it was last heard of, about.
  package init(id: SignedInDeviceID, label: String, signedIn: Timestamp, lastSeen: Timestamp) {
    self.id = id
    self.label = label
    self.signedIn = signedIn
    self.lastSeen = lastSeen
  }

  /// The order in which devices are listed: by when they signed in.
  ///
  /// - Parameters:
  ///   - one: A device.
  ///   - other: Another one.
  /// - Returns: Whether the one comes first.
  package static func isEarlier(_ one: SignedInDevice, _ other: SignedInDevice) -> Bool {
    (one.signedIn.millisecondsSince1970, one.id.bits) < (other.signedIn.millisecondsSince1970, other.id.bits)
  }
}

/// What a server calls a device that signed in: 64 random bits, which are no secret.
///
/// Not a ``DeviceID``, the name under which a device numbers its batches: that one changes when a store is copied, this one
/// lasts from signing in to signing out.
package struct SignedInDeviceID: Sendable, Hashable {
  /// The bits.
  package let bits: UInt64

  /// Creates the id of a device.
  ///
  /// - Parameter bits: The bits.
  package init(bits: UInt64) {
    self.bits = bits
  }
}

extension SignedInDeviceID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads what ``description`` writes.
  ///
  /// - Parameter text: 16 lower-case hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    guard text.utf8.count == 16, let bits = UInt64(text, radix: 16), text == Self(bits: bits).description else {
      return nil
    }
    self.init(bits: bits)
  }

  /// 16 lower-case hexadecimal digits.
  package var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
