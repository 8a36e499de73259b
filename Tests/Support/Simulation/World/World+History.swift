import NotesDomain
import NotesHosting
import NotesNetwork

/// Running whole histories.
extension World {
  /// The maximum number of final syncs of each device.
  private static let rounds = 40

  /// Runs the history of a seed.
  ///
  /// - Parameter isNearLimits: Whether the notes of its users are about as large as a note may be.
  package func play(seed: UInt64, isNearLimits: Bool = false, recordsLines: Bool = false) async -> Report {
    begin(seed: seed, recordsLines: recordsLines, failure: nil)
    return await report(seed) {
      try await self.prepare(isNearLimits ? Conditions(nearLimits: self.context) : Conditions(from: self.context))
      for _ in 0..<self.conditions.operations where self.violation == nil {
        if let step = self.drawStep() { try await self.perform(step) }
      }
    }
  }

  /// Runs a written history, without random faults.
  ///
  /// - Parameter seed: The seed of the random texts.
  package func play(
    _ steps: [Step], devices: Int, seed: UInt64 = 0, failure: InjectedFailure? = nil, recordsLines: Bool = false
  ) async -> Report {
    begin(seed: seed, recordsLines: recordsLines, failure: failure)
    return await report(seed) {
      try await self.prepare(Conditions(devices: devices))
      for step in steps where self.violation == nil { try await self.perform(step) }
    }
  }

  private func report(_ seed: UInt64, _ history: () async throws -> Void) async -> Report {
    var verdict = Verdict.kept
    do {
      try await history()
      record(serverStoreUnderTest.violation)
      if let violation { throw violation }
      try await settle()
      let outcome = try await outcome()
      for item in outcome.vault.items { context.mix(item.payload ?? []) }
      try HistoryChecker.check(outcome, hasMerges: conditions.isNearLimits)
    } catch let violation as Violation {
      verdict = violation.verdict
    } catch {
      verdict = .broken(.honest, detail: "\(error)")
    }
    return Report(
      seed: seed, verdict: verdict, hash: context.hash, copies: ledger.copies.count,
      failurePoints: context.failurePoints,
      lines: context.lines)
  }

  /// Draws the next step; `nil` for none.
  private func drawStep() -> Step? {
    let draw = context.below(100)
    let device = context.below(count)
    let faults = conditions.faults
    switch draw {
    case ..<55: return .use(device: device)
    case ..<93: return .sync(device: device)
    case ..<95 where faults.contains(.purge): return .purge
    case ..<96 where faults.contains(.serverRestore): return .restoreServer
    case ..<97 where faults.contains(.forgetDevices): return .forgetDevices
    case ..<98 where faults.contains(.deviceRestore): return .restoreDevice(device: device)
    default: return faults.contains(.clone) ? .clone(device: device) : nil
    }
  }

  func perform(_ step: Step) async throws {
    context.record(.step, device: 0, number: 0, "\(step)")
    switch step {
    case .use(let device): await use(device)
    case .create(let device): await create(device)
    case .append(let device): try await append(device)
    case .attach(let device): try await attach(device)
    case .delete(let device): try await removeFirst(on: device)
    case .sync(let device): await synchronize(device)
    case .syncLosingPushes(let device): try await synchronize(device, losing: .pushes)
    case .syncLosingReplies(let device): try await synchronize(device, losing: .repliesToPushes)
    case .syncBreakingOff(let device, let requests):
      try await synchronize(device, losing: .requestsForChanges(after: requests))
    case .syncInterrupted(let device, let request, let steps):
      interlude = Interlude(device: device, request: request, steps: steps)
      await synchronize(device)
      interlude = nil
    case .deliverAgain(let device): try await deliverAgain(device)
    case .purge: await purge(all: false)
    case .purgeAll: await purge(all: true)
    case .forgetDevices: await forgetDevices()
    case .restoreServer: await restoreServer()
    case .replaceServerFiles: await replaceServerFiles()
    case .restoreDevice(let device): await restoreDevice(device)
    case .clone(let device): await clone(device)
    }
  }

  private func synchronize(_ device: Int, losing: FaultInjectingTransport.Losing) async throws {
    let transport = try self.device(device).transport
    transport.losing = losing
    await synchronize(device)
    transport.losing = .nothing
  }

  /// Stops edits and faults, and syncs all devices until they are equal.
  private func settle() async throws {
    context.isQuiescent = true
    context.repair()
    for device in 0..<count { try self.device(device).transport.network.reset(.none) }
    for _ in 0..<Self.rounds {
      var areDone = true
      for device in 0..<count where await !synchronize(device) { areDone = false }
      if let violation { throw violation }
      let head = try await head()
      if areDone, observedStates.allSatisfy({ $0.cursor == head }) { return }
    }
    throw Violation(.quiet, "not within \(Self.rounds) rounds")
  }

  private func outcome() async throws -> Outcome {
    let (vault, held) = try await serverStoreUnderTest.store.read(.main) {
      transaction -> (VaultContents, Set<BlobDigest>) in
      let contents = try transaction.contents()
      var held: Set<BlobDigest> = []
      for digest in Set(contents.references.values.joined())
      where try transaction.blob(digest)?.progress.isComplete == true { held.insert(digest) }
      return (contents, held)
    }
    var devices: [[Note]] = []
    var missing: [[BlobDigest]] = []
    for device in 0..<count {
      let store = try self.device(device).store.store
      devices.append(try await store.notes.page(after: nil, limit: .max))
      missing.append(try await store.blobs.missing(after: nil, limit: 1).map(\.digest))
      try await checkForgottenItems(in: store, of: device)
    }
    guard let encryption, let cipher = try self.device(0).sealed?.cipher else {
      return Outcome(devices: devices, vault: vault, ledger: ledger, missing: missing, held: held)
    }
    try await checkSealing(of: vault)
    let opened = try encryption.open(vault, with: cipher)
    return Outcome(
      devices: devices, vault: opened.contents, ledger: ledger, missing: missing,
      held: Set(held.map { opened.digests[$0] ?? $0 }))
  }

  /// Checks that nothing in the vault is plain text, and that no device takes the server for one that cheats.
  private func checkSealing(of vault: VaultContents) async throws {
    if let item = vault.items.first(where: { $0.payload.map(PayloadKind.isPlain) != false }) {
      throw Violation(.sealed, "\(item.id) is in the vault in plain text")
    }
    for device in 0..<count {
      let items = try await self.device(device).store.store.sync.read { transaction in
        try transaction.unreadable(after: nil, limit: 1)
      }
      if let item = items.first { throw Violation(.sealed, "device \(device) does not accept \(item.id)") }
    }
  }

  /// Checks that a device has forgotten the notes that no side has.
  private func checkForgottenItems(in store: DeviceStorage, of device: Int) async throws {
    let ids = ledger.created + ledger.copiesInOrder
    let forgotten = try await store.sync.read { transaction -> NoteID? in
      for id in ids {
        if let item = try transaction.item(id), item.base == nil, item.local == nil { return id }
      }
      return nil
    }
    if let forgotten { throw Violation(.bounded, "device \(device) remembers \(forgotten), which no side has") }
  }
}
