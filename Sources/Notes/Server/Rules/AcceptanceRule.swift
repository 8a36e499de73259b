package import NotesDomain

/// Whether a vault takes a change.
package protocol AcceptanceRule: Sendable {
  /// Judges one change of a batch.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - current: The version that the vault holds; `nil` when it holds none.
  ///   - notes: How many notes there are in the vault; `nil` when there may be any number.
  /// - Returns: Why it is not taken; `nil` when it is.
  func objection(to change: PushChange, current: VaultItemVersion?, notes: Int?) -> PushResult?
}
