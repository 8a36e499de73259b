import NotesDomain

/// A device must know of all deletions whose tombstones the vault may have forgotten.
struct StandardHorizonRule: HorizonRule {
  func mustResync(_ request: ChangesRequest, in state: VaultState) -> Bool {
    guard let floor = request.floor else { return false }
    return max(request.after, floor) < state.horizon
  }
}
