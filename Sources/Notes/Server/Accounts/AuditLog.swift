import NotesDomain
import NotesHosting
import Synchronization
import Wiring

/// The log of events that concern the security of accounts.
///
/// Other events than refused attempts are written at once. Refused attempts, which strangers cause, are counted in memory, and
/// written together with the next event or by ``flush()``: they cost no write each. A store that cannot be written is no
/// reason to reject a request; its entries are kept for later, up to a limit.
final class AuditLog: Sendable {
  fileprivate struct State {
    /// The refused attempts since the last write.
    var refusals: [AuditEvent: AuditEntry] = [:]
    /// Other entries that could not be written.
    var unwritten: [AuditEntry] = []
  }

  /// The maximum number of entries between two writes.
  static let maximumPending = 100

  private let store: any AuditStore
  private let wallClock: any WallClock
  private let limits = AuditLimits()
  private let state = Mutex(State())

  init(store: any AuditStore, wallClock: any WallClock) {
    self.store = store
    self.wallClock = wallClock
  }

  /// Records an event that happens now.
  func record(_ event: AuditEvent) async {
    let entry = AuditEntry(time: wallClock.now(), event: event)
    if event.kind.isRefusal { return state.withLock { $0.count(entry) } }
    await write([entry])
  }

  /// Writes the refused attempts that were counted.
  func flush() async { await write([]) }

  private func write(_ entries: [AuditEntry]) async {
    let (refusals, others) = state.withLock { state in
      defer { state = State() }
      return (Array(state.refusals.values), state.unwritten + entries)
    }
    let all = (refusals + others).sorted { $0.time < $1.time }
    guard !all.isEmpty else { return }
    do throws(StoreError) {
      try await store.append(all, limits: limits)
    } catch {
      state.withLock { state in
        for refusal in refusals { state.count(refusal) }
        state.unwritten = (others + state.unwritten).suffix(Self.maximumPending)
      }
    }
  }
}

extension AuditLog.State {
  /// Adds a refused attempt. Above the limit, attempts from further addresses are counted without the address.
  fileprivate mutating func count(_ entry: AuditEntry) {
    let event = entry.event
    let isNew = refusals[event] == nil
    let counted =
      isNew && refusals.count >= AuditLog.maximumPending ? AuditEvent(event.kind, account: event.account) : event
    let known = refusals[counted]
    refusals[counted] = AuditEntry(
      time: max(known?.time ?? entry.time, entry.time), event: counted, count: (known?.count ?? 0) + entry.count)
  }
}

/// The maintenance of a server's store, with its events in the log.
struct AuditedServerMaintenance: ServerMaintenance {
  let maintenance: any ServerMaintenance
  /// The log, which is created after the first operation, since it opens the store that a restore replaces.
  let audit: Lazy<AuditLog>

  func statistics() async throws(MaintenanceError) -> ServerStatistics { try await maintenance.statistics() }

  func backUp(to path: String) async throws(MaintenanceError) {
    try await maintenance.backUp(to: path)
    await (try? audit.value)?.record(AuditEvent(.backup))
  }

  func shrink() async throws(MaintenanceError) -> Int { try await maintenance.shrink() }

  func restore(from path: String) async throws(MaintenanceError) -> String? {
    let replaced = try await maintenance.restore(from: path)
    await (try? audit.value)?.record(AuditEvent(.restore))
    return replaced
  }

  func acceptRestored(keepingEpochs: Bool) async throws(MaintenanceError) -> Int {
    let vaults = try await maintenance.acceptRestored(keepingEpochs: keepingEpochs)
    await (try? audit.value)?.record(AuditEvent(.restore))
    return vaults
  }

  func migrate() async throws(MaintenanceError) -> (before: Int, after: Int) { try await maintenance.migrate() }
}
