/// A device that may speak for an account, until it signs out or is revoked.
public struct SignedInDevice: Sendable, Hashable {
  /// What the server calls it.
  public let id: SignedInDeviceID
  /// What its owner calls it.
  public let label: String
  /// When it signed in.
  public let signedIn: Timestamp
  /// The day on which it was last heard of, or earlier on the day of signing in.
  public let lastSeen: Timestamp

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - id: What the server calls it.
  ///   - label: What its owner calls it.
  ///   - signedIn: When it signed in.
  ///   - lastSeen: When it was last heard of, about.
  public init(id: SignedInDeviceID, label: String, signedIn: Timestamp, lastSeen: Timestamp) {
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
  public static func isEarlier(_ one: SignedInDevice, _ other: SignedInDevice) -> Bool {
    (one.signedIn.millisecondsSince1970, one.id.bits) < (other.signedIn.millisecondsSince1970, other.id.bits)
  }
}
