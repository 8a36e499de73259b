package import NotesDomain

/// What is left when a history is over and everybody is quiet.
package struct Outcome: Sendable {
  /// The notes of each device, by id.
  package var devices: [[Note]]
  /// What the vault holds.
  package var vault: VaultContents
  /// What people did.
  package var ledger: Ledger
  /// The blobs that the notes of each device refer to and that it does not have.
  package var missing: [[BlobDigest]]
  /// The blobs that the vault holds all of.
  package var held: Set<BlobDigest>

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - devices: The notes of each device, by id.
  ///   - vault: What the vault holds.
  ///   - ledger: What people did.
  ///   - missing: The blobs that each device does not have.
  ///   - held: The blobs that the vault holds all of.
  package init(
    devices: [[Note]], vault: VaultContents, ledger: Ledger, missing: [[BlobDigest]] = [], held: Set<BlobDigest> = []
  ) {
    self.devices = devices
    self.vault = vault
    self.ledger = ledger
    self.missing = missing
    self.held = held
  }
}
