import NotesDomain
import NotesHosting
import NotesTestSupport

/// Faults apart from network faults and crashes.
extension World {
  func purge(all: Bool) async {
    await operate { () async throws(StoreError) in
      let head = try await self.head()
      let upTo = all ? head.number : Int64(self.context.below(Int(head.number) + 1))
      try await self.server.administration.purge(.main, upTo: Revision(upTo))
    }
  }

  func forgetDevices() async {
    serverStoreUnderTest.allowRepeatedBatches()
    await operate { () async throws(StoreError) in
      let head = try await self.head()
      try await self.server.administration.removeReceipts(
        of: .main, upTo: Revision(Int64(self.context.below(Int(head.number) + 1))))
    }
  }

  /// Backs up the vault or, the second time, restores it.
  func restoreServer() async {
    await operate { () async throws(StoreError) in
      guard let backup = self.serverBackup else {
        guard try await self.head() > .none else { return }
        self.serverBackup = try await self.server.administration.backup(.main)
        return
      }
      self.serverStoreUnderTest.allowRevivals()
      try await self.server.administration.restore(.main, to: backup)
      self.serverBackup = nil
    }
  }

  /// Replaces the files of the vault by its backup, without a command of the server.
  func replaceServerFiles() async {
    await operate { () async throws(StoreError) in
      guard let backup = self.serverBackup else { return }
      self.serverStoreUnderTest.allowRepeatedBatches()
      try await self.serverStoreUnderTest.store.write(.main) { transaction in
        try transaction.replace(with: backup)
      }
    }
  }

  /// Backs up a device or, the second time, restores it.
  func restoreDevice(_ device: Int) async {
    guard !syncing.contains(device) else { return }
    do {
      let store = try self.device(device).store
      guard let backup = observedStates[device].backup else {
        observedStates[device].backup = ObservedState.Backup(
          store: try await store.store.copy(),
          memory: InMemoryEncryptionStore(copying: try self.device(device).memory.store), token: ledger.tokens.count,
          conflicts: observedStates[device].conflicts)
        return
      }
      ledger.exempt(writtenBy: device, from: backup.token)
      store.connect(to: backup.store)
      // What it knows of its vault is in the same file.
      try self.device(device).memory.store = backup.memory
      serverStoreUnderTest.allowRevivals()
      observedStates[device] = ObservedState(conflicts: backup.conflicts)
    } catch {
      context.record(.edit, device: device, number: -2, "  device \(device): cannot be copied: \(error)")
    }
  }

  /// Copies a device, with its name and batch number, and uses both.
  func clone(_ device: Int) async {
    guard count < Self.maximumDevices, !syncing.contains(device) else { return }
    do {
      let store = try await self.device(device).store.store.copy()
      serverStoreUnderTest.allowRevivals()
      let observed = observedStates[device]
      try await addDevice(count, with: store, copyOf: device)
      observedStates[count - 1].conflicts = observed.conflicts
    } catch {
      context.record(.edit, device: device, number: -3, "  device \(device): cannot be copied: \(error)")
    }
  }

  /// Delivers the first batch of a device again.
  func deliverAgain(_ device: Int) async throws {
    guard let batch = try self.device(device).transport.first else { return }
    _ = try? await server.service.push(batch, to: .main)
  }

  func head() async throws(StoreError) -> Revision {
    try await serverStoreUnderTest.store.read(.main) { transaction in
      try transaction.state()?.head ?? .none
    }
  }

  /// Runs a command of the operator, which fails when the server is down.
  private func operate(_ action: () async throws(StoreError) -> Void) async {
    do {
      try await action()
    } catch {
      context.record(.edit, device: FaultInjectingServerStore.number, number: -1, "  server: is down: \(error)")
    }
    record(serverStoreUnderTest.violation)
  }
}
