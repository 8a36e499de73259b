package import NotesDomain

/// Whether a vault still knows enough to bring a device up to date item by item.
package protocol HorizonRule: Sendable {
  /// Whether the device must take a snapshot instead.
  ///
  /// - Parameters:
  ///   - request: What the device asks, and what it knows.
  ///   - state: Where the vault stands.
  func mustResync(_ request: ChangesRequest, in state: VaultState) -> Bool
}
