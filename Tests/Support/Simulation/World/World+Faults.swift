import NotesDomain

/// What goes wrong beside networks and crashes.
extension World {
  func purge(all: Bool) async {
    await operate { () async throws(StoreError) in
      let head = try await self.head()
      let upTo = all ? head.number : Int64(self.context.below(Int(head.number) + 1))
      try await self.server.administration.purge(.main, upTo: Revision(upTo))
    }
  }

  func forgetDevices() async {
    serverStoreUnderTest.forget()
    await operate { () async throws(StoreError) in
      let head = try await self.head()
      try await self.server.administration.forgetDevices(
        of: .main, upTo: Revision(Int64(self.context.below(Int(head.number) + 1))))
    }
  }

  /// The vault is backed up or, the second time, set back.
  func restoreServer() async {
    await operate { () async throws(StoreError) in
      guard let backup = self.serverBackup else {
        guard try await self.head() > .none else { return }
        self.serverBackup = try await self.server.administration.backup(.main)
        return
      }
      self.serverStoreUnderTest.forgive()
      try await self.server.administration.restore(.main, to: backup)
      self.serverBackup = nil
    }
  }

  /// The files of the vault are put back, and nobody tells the server.
  func replaceServerFiles() async {
    await operate { () async throws(StoreError) in
      guard let backup = self.serverBackup else { return }
      self.serverStoreUnderTest.forget()
      try await self.serverStoreUnderTest.store.write(.main) { (transaction) throws(StoreError) in
        try transaction.replace(with: backup)
      }
    }
  }

  /// A device is backed up or, the second time, set back.
  func restoreDevice(_ device: Int) async {
    guard !syncing.contains(device) else { return }
    do {
      let gate = try place(device).store
      guard let backup = observedStates[device].backup else {
        observedStates[device].backup = ObservedState.Backup(
          store: try await gate.store.copy(), token: ledger.tokens.count, conflicts: observedStates[device].conflicts)
        return
      }
      ledger.exempt(writtenBy: device, from: backup.token)
      gate.connect(to: backup.store)
      serverStoreUnderTest.forgive()
      observedStates[device] = ObservedState(conflicts: backup.conflicts)
    } catch {
      context.note(.edit, device, -2, "  device \(device): cannot be copied: \(error)")
    }
  }

  /// A device is copied, its name and its count included, and both go on.
  func clone(_ device: Int) async {
    guard count < Self.mostDevices, !syncing.contains(device) else { return }
    do {
      let store = try await place(device).store.store.copy()
      serverStoreUnderTest.forgive()
      let standing = observedStates[device]
      try await addDevice(count, with: store)
      observedStates[count - 1].conflicts = standing.conflicts
    } catch {
      context.note(.edit, device, -3, "  device \(device): cannot be copied: \(error)")
    }
  }

  /// The first batch of a device arrives once more.
  func deliverAgain(_ device: Int) async throws {
    guard let batch = try place(device).transport.first else { return }
    _ = try? await server.service.push(batch, to: .main)
  }

  func head() async throws(StoreError) -> Revision {
    try await serverStoreUnderTest.store.read(.main) { (transaction) throws(StoreError) in try transaction.state()?.head ?? .none
    }
  }

  /// An operator does something; when the server is down, it is not done.
  private func operate(_ action: () async throws(StoreError) -> Void) async {
    do {
      try await action()
    } catch {
      context.note(.edit, FaultInjectingServerStore.number, -1, "  server: is down: \(error)")
    }
    see(serverStoreUnderTest.violation)
  }
}
