package import NotesDomain

/// Whether a vault takes a change.
package protocol AcceptanceRule: Sendable {
  /// Judges one change of a batch.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - circumstances: What the vault is.
  /// - Returns: Why it is not taken; `nil` when it is.
  func objection(to change: PushChange, in circumstances: Circumstances) -> PushResult?
}
