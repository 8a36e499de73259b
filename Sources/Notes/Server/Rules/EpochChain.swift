package import NotesDomain

/// How a vault that went back in time is told from what it was before.
package protocol EpochChain: Sendable {
  /// Begins a new epoch at a vault's head.
  ///
  /// - Parameter state: Where the vault stands; `nil` for a vault that is not there yet.
  /// - Returns: Where it stands from then on.
  func begin(after state: VaultState?) -> VaultState

  /// Up to which revision an epoch has the same history as the present one; ``Revision/none`` when nothing is known of it.
  ///
  /// - Parameters:
  ///   - epoch: The epoch; `nil` for a device that knows none.
  ///   - state: Where the vault stands.
  func forkedAt(_ epoch: Epoch?, in state: VaultState) -> Revision

  /// Whether the vault went back in time without anybody telling it, since a device has seen a revision of this epoch that
  /// it has not reached.
  ///
  /// - Parameters:
  ///   - seen: The highest revision that the device names.
  ///   - state: Where the vault stands.
  func wentBack(behind seen: Revision, in state: VaultState) -> Bool
}
