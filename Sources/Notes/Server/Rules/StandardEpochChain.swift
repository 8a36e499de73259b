import NotesDomain

/// Epochs with random names.
struct StandardEpochChain: EpochChain {
  let randomness: any Randomness

  func begin(after state: VaultState?) -> VaultState {
    var state = state ?? VaultState(epochs: [])
    state.beginEpoch(drawnFrom: randomness)
    return state
  }

  func forkedAt(_ epoch: Epoch?, in state: VaultState) -> Revision {
    guard let epoch, let index = state.epochs.firstIndex(where: { $0.epoch == epoch }) else { return .none }
    // A later epoch may have begun at an earlier head: whatever any of them undid is not common history.
    return state.epochs[(index + 1)...].map(\.head).min() ?? state.head
  }

  func wentBack(behind seen: Revision, in state: VaultState) -> Bool {
    seen > state.head
  }
}
