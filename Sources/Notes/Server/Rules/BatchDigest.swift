package import NotesDomain

/// The fingerprint of a batch's changes.
package protocol BatchDigest: Sendable {
  /// The fingerprint. Equal changes have equal ones, however they were written on their way.
  ///
  /// - Parameter changes: The changes in the batch's order.
  func digest(of changes: [PushChange]) -> [UInt8]
}
