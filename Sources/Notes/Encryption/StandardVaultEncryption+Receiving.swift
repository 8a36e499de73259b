import NotesDomain

// What a command receives again, and as what.

extension StandardVaultEncryption {
  /// Begins to receive the whole vault again, if versions were set aside, which the keys may open.
  func receiveSetAsideAgain() async throws(EncryptionError) {
    try await storing { () async throws(StoreError) in
      try await notes.write { transaction in
        guard try !transaction.unreadable(after: nil, limit: 1).isEmpty else { return }
        try transaction.receiveAll(forkedAt: nil)
      }
    }
  }

  /// Returns the revision up to which this device has received everything in an epoch.
  func received(in epoch: Epoch) async throws(EncryptionError) -> Revision {
    try await storing { () async throws(StoreError) in
      try await notes.read { transaction in
        guard let state = try transaction.state(), state.epoch == epoch, state.forkedAt == nil else { return .none }
        return state.cursor
      }
    }
  }

  /// Begins to receive the whole vault as one without a common history, where nothing replaces or deletes a note of this device.
  func receiveAllAsConflicts() async throws(EncryptionError) {
    try await storing { () async throws(StoreError) in
      try await notes.write { transaction in try transaction.receiveAll(forkedAt: Revision.none) }
    }
  }

  func storing<Value>(_ body: () async throws(StoreError) -> Value) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch {
      throw .store(error)
    }
  }
}

extension SyncTransaction {
  /// Begins a read of the whole vault; does nothing before the first sync.
  ///
  /// - Parameter forkedAt: The revision up to which this device has a common history with the vault; `nil` for all of it.
  fileprivate func receiveAll(forkedAt: Revision?) throws(StoreError) {
    guard var state = try state() else { return }
    if let forkedAt { state.forkedAt = forkedAt }
    state.snapshot = SyncSnapshot()
    try discardStaged()
    try save(state: state)
  }
}
