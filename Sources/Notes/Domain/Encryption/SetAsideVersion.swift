/// A version of a note that arrived from an encrypted vault and is not used, since it is not proven to come from a device of
/// its owner.
///
/// It is stored like a version that a newer program wrote: the note stays as it is here and is not sent, and `sync status`
/// shows it. The bytes begin with a byte with which no note and no sealed note begins.
package struct SetAsideVersion: Sendable, Hashable {
  /// The reason why a version is not used.
  package enum Reason: UInt8, Sendable, Hashable, CaseIterable {
    /// The bytes were changed, or come from another note or vault.
    case notAuthentic = 1
    /// An earlier version than this device knows.
    case rolledBack = 2
    /// A deletion that no device has sealed.
    case unprovenDeletion = 3
    /// Plain text in an encrypted vault.
    case plainText = 4
  }

  private static let mark: UInt8 = 2

  package let reason: Reason
  /// The bytes as they arrived; empty for a deletion.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]?, because reason: Reason) {
    (self.reason, self.bytes) = (reason, bytes ?? [])
  }

  /// Restores a version from a stored payload; `nil` for any other payload.
  package init?(payload: [UInt8]) {
    guard payload.count >= 2, payload[0] == Self.mark, let reason = Reason(rawValue: payload[1]) else { return nil }
    self.init(Array(payload.dropFirst(2)), because: reason)
  }

  /// The version as a payload, which is not that of a note.
  package var payload: [UInt8] { [Self.mark, reason.rawValue] + bytes }
}
