import NotesDomain

/// The keyring of a vault: as the vault has it, and as this device last saw it.
struct VaultKeyrings: Sendable {
  /// A keyring in the vault, and the revision that replaces it.
  struct Stored: Sendable, Hashable {
    let bytes: [UInt8]
    let revision: Revision
    let epoch: Epoch?
  }

  let transport: any VaultTransport
  let cipher: any KeyringCipher
  let store: any EncryptionStore
  let randomness: any Randomness

  /// Returns the keyring that this device last saw; `nil` when the vault was never encrypted.
  func known(of vault: VaultID) async throws(TransportError) -> KnownKeyring? {
    do {
      return try await store.keyring(of: vault)
    } catch {
      throw .encryption(.store(error))
    }
  }

  /// Requests the keyring of the vault; `nil` for none.
  func load() async throws(TransportError) -> Stored? {
    var epoch: Epoch?
    for _ in 0..<Self.attempts {
      let request = ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: 1, only: Keyring.item)
      switch try await transport.changes(request) {
      case .page(let page):
        guard let item = page.items.first(where: { $0.id == Keyring.item }), let bytes = item.payload else {
          return nil
        }
        return Stored(bytes: bytes, revision: item.revision, epoch: epoch)
      case .epochChanged(let change): epoch = change.epoch
      case .resync: throw .undecodable(detail: "a reply to another request")
      }
    }
    throw Self.unsteady
  }

  /// Stores a keyring in the vault, unless another device replaced it since.
  ///
  /// - Returns: The revision of the keyring; `nil` when it was not stored.
  /// - Parameter revision: The revision of the keyring that is replaced; ``Revision/none`` when the vault has none.
  func store(
    _ keyring: Keyring, replacing revision: Revision, epoch: Epoch?
  ) async throws(TransportError) -> Revision? {
    let change = PushChange(id: Keyring.item, base: revision, payload: keyring.bytes)
    // Keyrings are rare, so that each has a device of its own, whose first batch it is.
    let device = DeviceID(using: randomness)
    var epoch = epoch
    for _ in 0..<Self.attempts {
      let current: Epoch = if let epoch { epoch } else { try await self.epoch() }
      switch try await transport.push(PushBatch(epoch: current, device: device, number: 1, changes: [change])) {
      case .results(let results):
        switch results.first {
        case .applied(let revision): return revision
        case .conflict: return nil
        case .refused(let refusal): throw .refused(detail: refusal.code)
        case nil: throw .undecodable(detail: "a reply without a result")
        }
      case .epochChanged(let change): epoch = change.epoch
      case .staleBatch, .deviceForked: throw .undecodable(detail: "a reply to another batch")
      }
    }
    throw Self.unsteady
  }

  /// Requests the epoch of the vault.
  func epoch() async throws(TransportError) -> Epoch {
    let request = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1, only: Keyring.item)
    guard case .epochChanged(let change) = try await transport.changes(request) else {
      throw .undecodable(detail: "a reply without an epoch")
    }
    return change.epoch
  }

  private static let attempts = 3
  private static let unsteady = TransportError.undecodable(detail: "the vault changes its epoch with each request")
}

// MARK: - Keyrings that arrive

extension VaultKeyrings {
  /// Checks a keyring that arrives with the changes, and remembers a new one. An earlier one, as a server has that was restored
  /// from a backup, is replaced by the one of this device. One of an earlier key with a later number is refused: no device of the
  /// owner makes it, but one that was excluded can.
  func receive(_ item: VaultItem, with keys: VaultKeys, epoch: Epoch?) async throws(TransportError) {
    guard let bytes = item.payload else { throw .encryption(.keyring(.damaged)) }
    try await receive(Stored(bytes: bytes, revision: item.revision, epoch: epoch), with: keys)
  }

  /// Requests the keyring and checks it, after something arrived that is sealed with an unknown key.
  func refresh(with keys: VaultKeys) async throws(TransportError) {
    guard let stored = try await load() else { return }
    try await receive(stored, with: keys)
  }

  private func receive(_ stored: Stored, with keys: VaultKeys) async throws(TransportError) {
    let known = try await known(of: keys.vault)
    // Right after a rotation, it may still be that of the key before.
    let own = known?.keyring.flatMap { try? cipher.verify($0.bytes, with: keys) }
    let arrived: Keyring?
    do {
      arrived = try cipher.verify(stored.bytes, with: keys)
    } catch {
      switch error {
      case .rotated: throw .encryption(.rotated)
      case .outdated: arrived = nil
      default: throw .encryption(.keyring(error))
      }
    }
    let format = try? KeyringFormat.read(stored.bytes).keyring
    if let own, let generation = arrived?.generation ?? format?.generation, generation < own.generation {
      // When another device is faster, its keyring arrives with the next changes.
      _ = try await store(own, replacing: stored.revision, epoch: stored.epoch)
      return
    }
    guard let arrived else { throw .encryption(.keyring(.outdated)) }
    let isSettled = known.map { $0.stage != .restoring || $0.plainText != nil } ?? false
    if own == arrived, let known, isSettled, known.knowsRetirement(of: keys),
      known.rotated.map({ $0 <= stored.revision }) == true
    {
      return
    }
    try await update(keys.vault) { known in
      // Where each claims to follow the other, the present key has proved the one that arrived.
      if let known, let format, let other = known.keyring?.format, other.replaces(format), !format.replaces(other) {
        return known
      }
      return KnownKeyring(arrived, seenAt: stored.revision, after: known, with: keys)
    }
  }

  /// Corrects the revisions of keyrings, which the server says, where they can only have been earlier ones: none is beyond the head
  /// of the vault.
  func lowerRotations(to head: Revision, with keys: VaultKeys) async throws(TransportError) {
    try await change(of: keys) { known in
      known.retired = known.retired.mapValues { min($0, head) }
      if let end = known.plainText?.end { known.plainText?.end = min(end, head) }
    }
  }

  /// Remembers that everything up to a revision was received, for an epoch in which it is received once more: what a key sealed
  /// that was replaced up to it is known.
  func settleRotations(upTo revision: Revision, with keys: VaultKeys) async throws(TransportError) {
    try await change(of: keys) { known in known.retired = known.retired.mapValues { $0 <= revision ? .none : $0 } }
  }

  private func change(
    of keys: VaultKeys, by change: @Sendable (inout KnownKeyring) -> Void
  ) async throws(TransportError) {
    guard let before = try await known(of: keys.vault) else { return }
    var after = before
    change(&after)
    guard after != before else { return }
    try await update(keys.vault) { known in
      var known = known ?? KnownKeyring(nil)
      change(&known)
      return known
    }
  }

  /// Remembers that a vault is encrypted, on a device that does not have its keys.
  func recordEncryption(of vault: VaultID) async throws(TransportError) {
    guard try await known(of: vault) == nil else { return }
    try await update(vault) { $0 ?? KnownKeyring(nil) }
  }

  /// Replaces what this device knows of a keyring.
  func update(
    _ vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(TransportError) {
    do {
      try await store.updateKeyring(of: vault, change)
    } catch {
      throw .encryption(.store(error))
    }
  }
}
