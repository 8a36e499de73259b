package import NotesDomain

/// What is left when a history is over and everybody is quiet.
package struct Outcome: Sendable {
  /// The notes of each device, by id.
  package var devices: [[Note]]
  /// What the vault holds.
  package var vault: VaultContents
  /// What people did.
  package var ledger: Ledger

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - devices: The notes of each device, by id.
  ///   - vault: What the vault holds.
  ///   - ledger: What people did.
  package init(devices: [[Note]], vault: VaultContents, ledger: Ledger) {
    self.devices = devices
    self.vault = vault
    self.ledger = ledger
  }
}
