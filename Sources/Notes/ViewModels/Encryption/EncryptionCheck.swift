import NotesDomain

/// Compares the keys of this device with what its store and, on request, the server have of the vault.
struct EncryptionCheck: DoctorCheck {
  let encryption: any VaultEncryption

  func findings(_ visit: DoctorVisit) async -> [StoreFinding] {
    guard let signedIn = visit.signedIn else { return [] }
    let known = visit.inspection.encryptedVaults.first { $0.vault == signedIn.vault }
    let owesCode = known?.owesCode == true && known?.stage.isCreating != true
    let owed: [StoreFinding] = owesCode ? [.owedRecoveryCode] : []
    if known != nil, signedIn.keys == nil { return [.lockedVault] + owed }
    // The status also reads the store, which must not be created or migrated for that. The request of the devices reports a
    // server that cannot be used.
    if visit.usesNetwork, visit.inspection.contents != nil, let status = try? await encryption.status(),
      status.keys == .locked
    {
      return [.lockedVault] + owed
    }
    guard let stage = known?.stage, stage != .complete else { return owed }
    return [.unfinishedSealing(stage)] + owed
  }
}
