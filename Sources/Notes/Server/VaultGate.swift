import NotesDomain

/// Whether a device and a vault speak of the same history.
struct VaultGate: Sendable {
  /// What a device meets.
  enum Answer {
    /// The history that it knows.
    case open(VaultState)
    /// Another one.
    case elsewhere(EpochChange)
    /// Another one, which begins now: the vault must keep where it stands.
    case new(VaultState, EpochChange)
  }

  let epochs: any EpochChain

  /// Compares what a device knows with what a vault is.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - seen: The highest revision that it names.
  ///   - state: Where the vault stands; `nil` when it is not there yet.
  func answer(_ epoch: Epoch?, seen: Revision, in state: VaultState?) -> Answer {
    guard let state, let present = state.epochs.last?.epoch else { return begin(after: state, instead: epoch) }
    guard epoch == present else {
      return .elsewhere(EpochChange(epoch: present, forkedAt: epochs.forkedAt(epoch, in: state)))
    }
    return epochs.wentBack(behind: seen, in: state) ? begin(after: state, instead: epoch) : .open(state)
  }

  private func begin(after state: VaultState?, instead epoch: Epoch?) -> Answer {
    let next = epochs.begin(after: state)
    guard let start = next.epochs.last else { return .open(next) }
    return .new(next, EpochChange(epoch: start.epoch, forkedAt: epochs.forkedAt(epoch, in: next)))
  }
}
