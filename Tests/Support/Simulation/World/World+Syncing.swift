import NotesDomain
import NotesHosting
import NotesNetwork
import NotesSync

/// Syncs, and the checks after each.
extension World {
  /// The average number of syncs between two comparisons with the vault.
  private static let compareInterval = 16
  /// The maximum number of backups and restores during requests: each restore can copy every note that was edited since,
  /// on each device, and more notes make more requests.
  private static let maximumRestores = 4

  /// Syncs a device.
  ///
  /// - Returns: Whether the sync completed.
  @discardableResult
  func synchronize(_ device: Int) async -> Bool {
    let isBusy = syncing.contains(device)
    guard !isBusy || conditions.hasTwoPrograms && syncing.count < 2, violation == nil else { return false }
    syncing.append(device)
    defer { syncing.removeLast() }
    do {
      let isDone = try await run(device)
      try await observe(device)
      return isDone
    } catch let violation as Violation {
      record(violation)
    } catch {
      // A failing store cannot be read either.
      context.record(.look, device: device, number: -1, "  device \(device): cannot be looked at: \(error)")
    }
    return false
  }

  private func run(_ device: Int, _ request: SyncRequest = SyncRequest()) async throws -> Bool {
    let engine = try self.device(device).engine
    do throws(SyncError) {
      let summary = try await engine.synchronize(request) { _ in }
      context.record(
        .ended, device: device, number: Int64(summary.sent), "  device \(device): is done, sent \(summary.sent)")
      return true
    } catch {
      context.record(.ended, device: device, number: -1, "  device \(device): stops: \(error)")
      switch error {
      case .deletionBrake: return try await decide(device)
      case .transport, .store, .cancelled: return false
      case .roundLimitReached(let rounds):
        // Without other devices, a sync never needs so many rounds.
        if context.isQuiescent { throw Violation(.quiet, "device \(device) gave up after \(rounds) rounds") }
        return false
      }
    }
  }

  /// Decides about a stopped pull.
  private func decide(_ device: Int) async throws -> Bool {
    switch context.below(context.isQuiescent ? 2 : 3) {
    case 0: return try await run(device, SyncRequest(deletions: .accept))
    case 1:
      serverStoreUnderTest.allowRevivals()
      return try await run(device, SyncRequest(deletions: .keep))
    default: return false
    }
  }

  /// Performs events while a message of a device is under way: those of a written history, or random ones.
  ///
  /// - Parameter request: The kind of a request that has not reached the server; `nil` for a reply.
  func interrupt(_ device: Int, before request: RequestKind? = nil) async {
    if let interlude, interlude.device == device, interlude.request == request {
      self.interlude = nil
      do {
        for step in interlude.steps { try await perform(step) }
      } catch {
        record(error as? Violation)
      }
    }
    guard !context.isQuiescent, conditions.interruptions != .never else { return }
    guard !isInterrupting else {
      if let outer = syncing.first, context.below(10) == 0 { await use(outer) }
      return
    }
    // Each edit makes further requests, so a history without a maximum might not end.
    guard eventsDuringRequests < conditions.operations, context.happens(conditions.interruptions) else { return }
    isInterrupting = true
    defer { isInterrupting = false }
    repeat {
      eventsDuringRequests += 1
      // Often the same device: the other program of its store.
      let other = context.below(2) == 0 ? device : context.below(count)
      switch context.below(20) {
      case ..<8: await use(other)
      case ..<17: await synchronize(other)
      default:
        guard conditions.faults.contains(.serverRestore), restoresDuringRequests < Self.maximumRestores else { break }
        restoresDuringRequests += 1
        await restoreServer()
      }
    } while context.below(3) > 0
  }

  /// Checks a device after a sync, however it ended.
  private func observe(_ device: Int) async throws {
    record(serverStoreUnderTest.violation)
    let store = try self.device(device).store.store
    let (state, conflicts) = try await store.sync.read { transaction in
      (try transaction.state(), try transaction.conflictCount())
    }
    guard let state else { return }
    let before = observedStates[device]
    if let epoch = state.epoch, epoch == before.epoch, state.cursor < before.cursor {
      throw Violation(.steady, "device \(device) from \(before.cursor.number) to \(state.cursor.number)")
    }
    observedStates[device].epoch = state.epoch
    observedStates[device].cursor = state.cursor
    if conflicts != before.conflicts {
      observedStates[device].conflicts = conflicts
      for conflict in try await store.conflicts.conflicts() { ledger.copy(conflict.copy) }
    }
    context.record(
      .look, device: device, number: state.cursor.number, "  device \(device): stands at \(state.cursor.number)")
    if context.below(Self.compareInterval) == 0 { try await compare(store, at: state, of: device) }
  }

  /// Checks that the device knows the version of every note up to its cursor.
  private func compare(_ store: DeviceStorage, at state: SyncState, of device: Int) async throws {
    guard state.snapshot == nil, let epoch = state.epoch else { return }
    var contents = try await serverStoreUnderTest.store.read(.main) { try $0.contents() }
    if let encryption, let cipher = try self.device(0).sealed?.cipher {
      contents = try encryption.open(contents, with: cipher).contents
    }
    guard contents.state.epochs.last?.epoch == epoch else { return }
    let mismatch = try await store.sync.read { transaction -> NoteID? in
      for item in contents.items where item.revision <= state.cursor {
        let known = try transaction.item(item.id)
        // A deletion of what was sent in a batch that is forgotten: whether the vault ever had it, only its answer tells.
        if let known, known.local == nil { continue }
        guard known?.base.map(NotePayload.encode) == item.payload else { return item.id }
      }
      return nil
    }
    if let mismatch { throw Violation(.informed, "device \(device) about \(mismatch)") }
  }
}
