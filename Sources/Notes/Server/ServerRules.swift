package import NotesDomain
package import NotesHosting

/// The decisions of a server about sync, each a closure that tests can replace.
package struct ServerRules: Sendable {
  /// Compares and swaps: returns the result of a change that is not based on the item's present version; `nil` when it is.
  package var conflict: @Sendable (_ change: PushChange, _ current: VaultItemVersion?) -> PushResult?

  /// Returns the reason why the vault refuses a change of the present version; `nil` when it accepts the change. `size` is
  /// that of the vault, `next` that after the change.
  package var refusal: @Sendable (_ change: PushChange, _ size: VaultSize, _ next: VaultSize) -> PushRefusal?

  /// Whether a change is refused since its vault is encrypted and the change is not. A vault is encrypted as soon as it has a
  /// keyring, which devices can replace but not remove.
  ///
  /// What has no form of a keyring is refused in its place, also a format of a newer program: no device could read it, and every
  /// device would stop there. Who made it is for devices to verify, which have its key.
  package var isPlain: @Sendable (_ change: PushChange, _ isEncrypted: Bool) -> Bool

  /// Whether the vault forgets all receipts, and begins an epoch, before it stores the first receipt of another device.
  ///
  /// Receipts cannot be forgotten one by one: the batch of a forgotten one could be executed twice. No batch of an earlier
  /// epoch is executed at all, and its devices go on under new names.
  package var forgetsReceipts: @Sendable (_ size: VaultSize) -> Bool

  /// Decides about a batch with a digest, given the receipt of the device's last batch; `nil` when there is none.
  package var decide: @Sendable (_ batch: PushBatch, _ digest: [UInt8], _ receipt: BatchReceipt?) -> BatchDecision

  /// Whether the device must request a snapshot, since the vault has purged deletions that it does not know.
  package var mustResync: @Sendable (_ request: ChangesRequest, _ state: VaultState) -> Bool

  /// Returns the state of a vault in a new epoch that begins at its head; the previous state is `nil` for a new vault.
  package var beginEpoch: @Sendable (_ state: VaultState?) -> VaultState

  /// Returns the last revision that an epoch has in common with the present one; ``Revision/none`` for an unknown epoch.
  package var forkPoint: @Sendable (_ epoch: Epoch?, _ state: VaultState) -> Revision

  /// Whether the vault was restored unnoticed, since a device knows a revision of this epoch that the vault has not reached.
  package var hasGoneBack: @Sendable (_ seen: Revision, _ state: VaultState) -> Bool

  package init(settings: ServerSettings, randomness: any Randomness) {
    conflict = { change, current in
      let revision = current?.revision ?? .none
      // Deleting what does not exist changes nothing, and must leave no tombstone. The device forgets the note.
      let isNothing = current == nil && change.payload == nil
      guard change.base != revision || isNothing else { return nil }
      return .conflict(revision: revision, isDeleted: current?.isTombstone ?? false)
    }
    refusal = { change, size, next in
      guard let payload = change.payload else { return nil }
      guard payload.count <= settings.maximumItemBytes else { return .tooLarge }
      return settings.budget.allows(next, after: size) ? nil : .overQuota
    }
    isPlain = { change, isEncrypted in
      if change.id == Keyring.item {
        let keyring = change.payload.flatMap { try? KeyringFormat.read($0) }
        return keyring == nil || !change.blobs.isEmpty
      }
      return isEncrypted && change.payload.map(PayloadKind.isPlain) != false
    }
    forgetsReceipts = { size in size.receipts >= settings.budget.receipts }
    decide = { batch, digest, receipt in
      // Batches are executed in order and once: a repeated one gets the same reply, any other number is not executed.
      let last = receipt?.number ?? 0
      if let receipt, batch.number == last {
        return digest == receipt.digest ? .repeatResults(receipt.results) : .forked
      }
      return batch.follows(last) ? .execute : .stale
    }
    mustResync = { request, state in
      guard let floor = request.floor else { return false }
      return max(request.after, floor) < state.horizon
    }
    beginEpoch = { state in
      var state = state ?? VaultState(epochs: [])
      state.beginEpoch(using: randomness)
      return state
    }
    forkPoint = { epoch, state in
      guard let epoch, let index = state.epochs.firstIndex(where: { $0.epoch == epoch }) else { return .none }
      // A later epoch may have begun at an earlier head. Nothing that any of them undid is common history.
      return state.epochs[(index + 1)...].map(\.head).min() ?? state.head
    }
    hasGoneBack = { seen, state in seen > state.head }
  }
}

/// The decision about a received batch.
package enum BatchDecision: Sendable, Hashable {
  /// The batch is the next one: execute it.
  case execute
  /// The batch was executed before: send the same results.
  case repeatResults([PushResult])
  /// The batch is not the next one.
  case stale
  /// Another batch was executed under the same number.
  case forked
}

/// The comparison of a device's epoch with that of the vault.
struct EpochCheck: Sendable {
  enum Result {
    /// The device knows the present epoch.
    case current(VaultState)
    /// The vault is in another epoch.
    case changed(EpochChange)
    /// The vault begins another epoch now; the caller must save its state.
    case began(VaultState, EpochChange)
  }

  let rules: ServerRules

  /// Compares the epoch of a device, which knows a revision, with the state of a vault; `nil` when it does not exist yet.
  func compare(_ epoch: Epoch?, seen: Revision, with state: VaultState?) -> Result {
    guard let state, let present = state.epochs.last?.epoch else { return begin(after: state, known: epoch) }
    guard epoch == present else {
      return .changed(EpochChange(epoch: present, forkedAt: rules.forkPoint(epoch, state)))
    }
    return rules.hasGoneBack(seen, state) ? begin(after: state, known: epoch) : .current(state)
  }

  private func begin(after state: VaultState?, known epoch: Epoch?) -> Result {
    let next = rules.beginEpoch(state)
    guard let start = next.epochs.last else { return .current(next) }
    return .began(next, EpochChange(epoch: start.epoch, forkedAt: rules.forkPoint(epoch, next)))
  }
}
