package import NotesDomain

extension KeyringFormat {
  /// Returns a keyring that has the form of one and opens nothing.
  package static func sample(
    generation: KeyringGeneration = .first, current: UInt64 = 7, earlier: [UInt64] = []
  ) -> KeyringFormat {
    let slot = Slot(check: [UInt8](repeating: 1, count: 16), wrapped: [UInt8](repeating: 2, count: 60))
    return KeyringFormat(
      generation: generation, current: VaultKeyID(bits: current),
      derivation: Derivation(parameters: .recommended, salt: [UInt8](repeating: 3, count: 16)), passphrase: slot,
      recovery: slot, earlier: earlier.map { EarlierKey(id: VaultKeyID(bits: $0), wrapped: slot.wrapped) })
  }

  /// The bytes as a vault stores them, with a code that authenticates nothing.
  package var stored: [UInt8] { bytes + [UInt8](repeating: 4, count: 32) }
}
