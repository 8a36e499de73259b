/// What a server calls a device that signed in: 64 random bits, which are no secret.
///
/// Not a ``DeviceID``, the name under which a device numbers its batches: that one changes when a store is copied, this one
/// lasts from signing in to signing out.
public struct SignedInDeviceID: Sendable, Hashable {
  /// The bits.
  public let bits: UInt64

  /// Creates the id of a device.
  ///
  /// - Parameter bits: The bits.
  public init(bits: UInt64) {
    self.bits = bits
  }
}

extension SignedInDeviceID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads what ``description`` writes.
  ///
  /// - Parameter text: 16 lower-case hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 16, let bits = UInt64(text, radix: 16), text == Self(bits: bits).description else {
      return nil
    }
    self.init(bits: bits)
  }

  /// 16 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
