import NotesDomain

/// Epochs with random names, of which the latest are remembered.
///
/// A device's word is enough to begin one, so there would be any number of them. A device of one that is forgotten has
/// nothing in common with the vault, which costs it a snapshot.
struct StandardEpochChain: EpochChain {
  /// How many epochs are remembered. A vault that is restored each day has them for months.
  static let mostEpochs = 100

  let randomness: any Randomness

  func begin(after state: VaultState?) -> VaultState {
    var state = state ?? VaultState(epochs: [])
    state.beginEpoch(drawnFrom: randomness)
    // Only from the front: what a later epoch has in common with the present one stays known.
    state.epochs.removeFirst(max(0, state.epochs.count - Self.mostEpochs))
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
