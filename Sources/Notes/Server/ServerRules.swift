package import NotesDomain

/// Whether a vault takes a change.
package protocol AcceptanceRule: Sendable {
  /// Judges one change of a batch.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - context: What the vault is.
  /// - Returns: Why it is not taken; `nil` when it is.
  func objection(to change: PushChange, in context: AcceptanceContext) -> PushResult?
}

/// Compare and swap: a change is taken when nobody else changed the item since the version that it changes, there is room for
/// it, and the vault holds what it refers to.
struct StandardAcceptanceRule: AcceptanceRule {
  let settings: ServerSettings

  func objection(to change: PushChange, in context: AcceptanceContext) -> PushResult? {
    let current = context.current
    let revision = current?.revision ?? .none
    let isDeleted = current?.isTombstone ?? false
    // First, since a change that does not fit may come again as another, smaller one.
    guard change.base == revision else { return .conflict(revision: revision, isDeleted: isDeleted) }
    guard let payload = change.payload else { return nil }
    guard payload.count <= settings.maximumItemBytes else { return .refused(.tooLarge) }
    if let size = context.size, exceedsQuota(size, by: payload.count, over: current) {
      return .refused(.overQuota)
    }
    return context.holdsBlobs ? nil : .refused(.missingBlob)
  }

  /// What makes a vault smaller is taken however full it is.
  private func exceedsQuota(_ size: VaultSize, by bytes: Int, over current: VaultItemVersion?) -> Bool {
    if let maximum = settings.maximumNotes, current?.isTombstone ?? true, size.notes >= maximum { return true }
    let growth = bytes - (current?.payloadBytes ?? 0)
    guard let maximum = settings.maximumVaultBytes, growth > 0 else { return false }
    return size.bytes + growth > maximum
  }
}

/// What a vault is when it is to judge a change.
package struct AcceptanceContext: Sendable, Hashable {
  /// The version of the item that the vault holds; `nil` when it holds none.
  package var current: VaultItemVersion?
  /// How much the vault holds; `nil` when it may hold any amount.
  package var size: VaultSize?
  /// Whether the vault holds all of each blob that the change refers to.
  package var holdsBlobs: Bool

  /// Creates context.
  ///
  /// - Parameters:
  ///   - current: The version of the item that the vault holds.
  ///   - size: How much the vault holds.
  ///   - holdsBlobs: Whether the vault holds all of each blob that the change refers to.
  package init(current: VaultItemVersion?, size: VaultSize? = nil, holdsBlobs: Bool = true) {
    self.current = current
    self.size = size
    self.holdsBlobs = holdsBlobs
  }
}

/// How a batch takes effect once, however often it arrives.
package protocol ReceiptRule: Sendable {
  /// Decides on a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - digest: The fingerprint of its changes.
  ///   - receipt: What the vault remembers of the device's last batch; `nil` when it remembers none.
  func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision
}

/// One batch after the other: the same one again is answered again, anything else out of turn is not executed.
struct StandardReceiptRule: ReceiptRule {
  func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision {
    let last = receipt?.number ?? 0
    if let receipt, batch.number == last {
      return digest == receipt.digest ? .repeatResults(receipt.results) : .forked
    }
    return batch.number - 1 == last ? .execute : .stale
  }
}

/// What to do with a batch that arrived.
package enum BatchDecision: Sendable, Hashable {
  /// It is the next one: execute it.
  case execute
  /// It was executed before: answer the same.
  case repeatResults([PushResult])
  /// It is not the next one.
  case stale
  /// Another one was executed under its number.
  case forked
}

/// Whether a vault still knows enough to bring a device up to date item by item.
package protocol HorizonRule: Sendable {
  /// Whether the device must take a snapshot instead.
  ///
  /// - Parameters:
  ///   - request: What the device asks, and what it knows.
  ///   - state: Where the vault stands.
  func mustResync(_ request: ChangesRequest, in state: VaultState) -> Bool
}

/// A device must know of all deletions whose tombstones the vault may have forgotten.
struct StandardHorizonRule: HorizonRule {
  func mustResync(_ request: ChangesRequest, in state: VaultState) -> Bool {
    guard let floor = request.floor else { return false }
    return max(request.after, floor) < state.horizon
  }
}

/// How a vault that went back in time is told from what it was before.
package protocol EpochChain: Sendable {
  /// Begins a new epoch at a vault's head.
  ///
  /// - Parameter state: Where the vault stands; `nil` for a vault that is not there yet.
  /// - Returns: Where it stands from then on.
  func begin(after state: VaultState?) -> VaultState

  /// Up to which revision an epoch has the same history as the present one; ``Revision/none`` when nothing is known of it.
  ///
  /// - Parameters:
  ///   - epoch: The epoch; `nil` for a device that knows none.
  ///   - state: Where the vault stands.
  func forkedAt(_ epoch: Epoch?, in state: VaultState) -> Revision

  /// Whether the vault went back in time without anybody telling it, since a device has seen a revision of this epoch that
  /// it has not reached.
  ///
  /// - Parameters:
  ///   - seen: The highest revision that the device names.
  ///   - state: Where the vault stands.
  func wentBack(behind seen: Revision, in state: VaultState) -> Bool
}

/// Epochs with random names, of which the latest are remembered.
///
/// A device's word is enough to begin one, so there would be any number of them. A device of one that is forgotten has
/// nothing in common with the vault, which costs it a snapshot.
struct StandardEpochChain: EpochChain {
  /// How many epochs are remembered. A vault that is restored each day has them for months.
  static let maximumEpochs = 100

  let randomness: any Randomness

  func begin(after state: VaultState?) -> VaultState {
    var state = state ?? VaultState(epochs: [])
    state.beginEpoch(drawnFrom: randomness)
    // Only from the front: what a later epoch has in common with the present one stays known.
    state.epochs.removeFirst(max(0, state.epochs.count - Self.maximumEpochs))
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

/// Whether a device and a vault speak of the same history.
struct EpochCheck: Sendable {
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
