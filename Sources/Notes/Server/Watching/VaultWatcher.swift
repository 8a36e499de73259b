import NotesDomain

/// Waits with devices for a change in their vault.
///
/// The bell rings for changes that this process makes. Others, such as an operator's command that restores a vault, are
/// found at the end of each wait, when the store is asked once more.
struct VaultWatcher: WatchService {
  let store: any ServerStore
  let bell: VaultBell
  let sleeper: any Sleeper
  let settings: WatchSettings

  /// Waits for a change. A wait that is cancelled is answered as one that is over.
  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply {
    // Before the store is asked: what happens in between rings.
    let ticket = bell.listen(to: vault)
    defer { ticket.end() }
    if try await isNews(request, in: vault) { return .changed }
    let milliseconds = min(max(0, request.milliseconds), settings.longestWait)
    guard milliseconds > 0 else { return .quiet }
    async let alarm: Void = end(ticket, after: milliseconds)
    for await _ in ticket.rings {
      // A batch need not have changed anything, and what it changed may be known.
      if try await isNews(request, in: vault) { return .changed }
    }
    await alarm
    if Task.isCancelled { return .quiet }
    return try await isNews(request, in: vault) ? .changed : .quiet
  }

  private func end(_ ticket: BellTicket, after milliseconds: Int) async {
    // When the wait is over sooner, nobody needs the end.
    try? await sleeper.sleep(milliseconds: milliseconds)
    ticket.end()
  }

  /// Whether there is something that the device does not know.
  private func isNews(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> Bool {
    let state: VaultState?
    do throws(StoreError) {
      state = try await store.read(vault) { transaction throws(StoreError) in try transaction.state() }
    } catch {
      throw .store(error)
    }
    guard let state, let present = state.epochs.last?.epoch else { return true }
    // A head behind the device's is news as well: the vault went back in time.
    return present != request.epoch || state.head != request.after
  }
}
