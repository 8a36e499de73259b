package import NotesDomain
package import NotesHosting
import Synchronization

/// The log of a server's accounts in memory, which fulfills ``AuditStoreContract``.
///
/// ```swift
/// audit.failure = .diskFull(path: "/server")  // every call throws
/// ```
package final class InMemoryAuditStore: AuditStore {
  private struct State {
    /// The oldest first.
    var entries: [AuditEntry] = []
    var writes = 0
    var failure: StoreError?

    /// Removes entries of one of the two kinds above a limit: those with the most newer ones of their account.
    mutating func remove(above limit: Int, isRefusal: Bool) {
      let indices = entries.indices.reversed().filter { entries[$0].event.kind.isRefusal == isRefusal }
      guard indices.count > limit else { return }
      var counts: [AccountName?: Int] = [:]
      let ranked = indices.map { index in
        counts[entries[index].event.account, default: 0] += 1
        return (newer: counts[entries[index].event.account, default: 0], index: index)
      }
      let excess = ranked.sorted { ($0.newer, $1.index) < ($1.newer, $0.index) }.dropFirst(AuditLimits.kept(of: limit))
      for index in excess.map(\.index).sorted(by: >) { entries.remove(at: index) }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The error that every call throws; `nil` for none.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// All entries, oldest first.
  package var all: [AuditEntry] { state.withLock { $0.entries } }

  /// The number of calls of ``append(_:limits:)``.
  package var writes: Int { state.withLock { $0.writes } }

  package func append(_ entries: [AuditEntry], limits: AuditLimits) async throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      state.writes += 1
      for entry in entries {
        let index = state.entries.firstIndex {
          entry.period != nil && $0.period == entry.period && $0.event == entry.event
        }
        guard let index else {
          state.entries.append(entry)
          continue
        }
        let known = state.entries[index]
        state.entries[index] = AuditEntry(
          time: max(known.time, entry.time), event: known.event, count: known.count + entry.count)
      }
      for (isRefusal, limit) in [(false, limits.entries), (true, limits.refusals)] {
        state.remove(above: limit, isRefusal: isRefusal)
      }
    }
  }

  package func entries(limit: Int, of account: AccountName?) async throws(StoreError) -> [AuditEntry] {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      let chosen = state.entries.reversed().filter { account == nil || $0.event.account == account }
      // Stable for equal times.
      let sorted = chosen.enumerated().sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
      return Array(sorted.map(\.element).prefix(limit))
    }
  }
}
