package import NotesDomain

/// Decides how a device goes on when the vault does not know it as it is.
package protocol EpochRule: Sendable {
  /// Enters another epoch.
  ///
  /// - Parameters:
  ///   - change: The vault's answer.
  ///   - state: Where the device stands.
  ///   - holdsVersions: Whether the device holds a note that the vault held when last seen.
  ///   - device: A fresh name for the device.
  func enter(_ change: EpochChange, from state: SyncState, holdsVersions: Bool, as device: DeviceID) -> SyncState

  /// Goes on under another name, since the vault does not know the count that was kept under the old one.
  ///
  /// - Parameters:
  ///   - state: Where the device stands.
  ///   - device: A fresh name for the device.
  func rename(_ state: SyncState, as device: DeviceID) -> SyncState
}

/// A device that holds versions reads the whole vault before it believes any of them; one that holds none just begins.
struct StandardEpochRule: EpochRule {
  func enter(_ change: EpochChange, from state: SyncState, holdsVersions: Bool, as device: DeviceID) -> SyncState {
    var next = rename(state, as: device)
    next.epoch = change.epoch
    next.cursor = .none
    next.floor = nil
    next.deletions = 0
    next.snapshot = holdsVersions ? SyncSnapshot() : nil
    // Of several epochs that were skipped, the earliest fork counts, also when one ended while its snapshot was under way.
    next.forkedAt = holdsVersions ? min(state.forkedAt ?? change.forkedAt, change.forkedAt) : nil
    return next
  }

  func rename(_ state: SyncState, as device: DeviceID) -> SyncState {
    var next = state
    next.device = device
    next.nextBatch = 1
    return next
  }
}
