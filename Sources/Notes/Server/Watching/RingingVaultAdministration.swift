import NotesDomain

/// Rings the bell of a vault after what an operator does to it in this process.
struct RingingVaultAdministration: VaultAdministration {
  let inner: any VaultAdministration
  let bell: VaultBell

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }

  func size(of vault: VaultID) async throws(StoreError) -> VaultSize { try await inner.size(of: vault) }

  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await inner.purge(vault, upTo: revision)
  }

  func forgetDevices(of vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await inner.forgetDevices(of: vault, upTo: revision)
  }

  func backup(_ vault: VaultID) async throws(StoreError) -> VaultContents { try await inner.backup(vault) }

  func restore(_ vault: VaultID, to contents: VaultContents) async throws(StoreError) {
    try await inner.restore(vault, to: contents)
    bell.ring(for: vault)
  }
}
