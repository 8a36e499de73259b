import NotesDomain
import NotesHosting
import NotesServer

extension Mutant {
  /// Faults in accepting changes.
  static let accepting: [Mutant] = [
    accept("no compare-and-swap") { _, _, _ in nil },
    accept("a deletion needs no base") { change, _, conflict in change.payload == nil ? nil : conflict },
    receive("no digest") { batch, receipt, decision in
      if let receipt, batch.number == receipt.number { .repeatResults(receipt.results) } else { decision }
    },
    receive("no receipts") { _, _, _ in .execute },
    receive("a repeated batch is refused") { _, _, decision in
      if case .repeatResults = decision { .stale } else { decision }
    },
  ]

  private static func accept(
    _ name: String, _ change: @escaping @Sendable (PushChange, VaultItemVersion?, PushResult?) -> PushResult?
  ) -> Mutant {
    server(name, in: "conflict") {
      $0.conflict = { [standard = $0.conflict] item, current in change(item, current, standard(item, current)) }
    }
  }

  private static func receive(
    _ name: String, _ change: @escaping @Sendable (PushBatch, BatchReceipt?, BatchDecision) -> BatchDecision
  ) -> Mutant {
    server(name, in: "decide") {
      $0.decide = { [standard = $0.decide] batch, digest, receipt in
        change(batch, receipt, standard(batch, digest, receipt))
      }
    }
  }
}

extension Mutant {
  /// Faults in the stored state of the server.
  static let remembering: [Mutant] = [
    remember("receipts are written in a transaction of their own") { ReceiptsLater(inner: $0) },
    remember("a push is not one transaction") { HalfPushes(inner: $0) },
    remember("tombstones go, and the horizon stays") { WrappingServerStore(inner: $0) { StillHorizon($0) } },
    remember("devices are forgotten with tombstones") { WrappingServerStore(inner: $0) { ForgottenReceipts($0) } },
    remember("the feed has no tombstones") { WrappingServerStore(inner: $0) { NoTombstones($0) } },
    remember("a deletion has no revision of its own") { WrappingServerStore(inner: $0) { OldRevision($0) } },
    remember("a page says that it is the last") { WrappingServerStore(inner: $0) { LastPage($0) } },
  ]

  /// Faults in the replies about the server's history.
  static let telling: [Mutant] = [
    server("no horizon", in: "mustResync") { $0.mustResync = { _, _ in false } },
    server("only the last epoch counts", in: "forkPoint") {
      $0.forkPoint = { _, state in state.epochs.last?.head ?? .none }
    },
    server("a restored vault is the same epoch", in: "beginEpoch") {
      $0.beginEpoch = { [standard = $0.beginEpoch] state in
        // Also when the result is not used, since it draws a random number.
        let next = standard(state)
        return state ?? next
      }
    },
  ]

  /// The vault does not notice that it was restored.
  ///
  /// Random histories do not notice this one: in those, no files are restored without a command, since no vault can notice
  /// that once it has assigned as many revisions as before.
  static let unnoticedRestore = server("a vault does not notice that it went back", in: "hasGoneBack") {
    $0.hasGoneBack = { _, _ in false }
  }

  private static func remember(
    _ name: String, _ store: @escaping @Sendable (any ServerStore) -> any ServerStore
  ) -> Mutant {
    wrapping(name, \.serverStore, in: "ServerStore", store)
  }

  private final class StillHorizon: ForwardingServerTransaction {
    override func save(state: VaultState) throws {
      var state = state
      state.horizon = try inner.state()?.horizon ?? .none
      try inner.save(state: state)
    }
  }

  private final class ForgottenReceipts: ForwardingServerTransaction {
    override func removeTombstones(upTo revision: Revision) throws {
      try inner.removeTombstones(upTo: revision)
      // Those of first batches too, which the store would keep otherwise.
      try inner.removeAllReceipts()
    }
  }

  private final class NoTombstones: ForwardingServerTransaction {
    override func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws -> VaultPage {
      let page = try inner.items(after: revision, limit: .max, bytes: .max)
      let notes = page.items.filter { !$0.isTombstone }
      return VaultPage(items: Array(notes.prefix(limit)), hasMore: notes.count > limit)
    }
  }

  private final class OldRevision: ForwardingServerTransaction {
    override func save(_ items: [VaultItem]) throws {
      let versions = try inner.versions(of: items.map(\.id))
      try inner.save(
        items.map { item in
          guard item.isTombstone, let version = versions[item.id] else { return item }
          return VaultItem(id: item.id, revision: version.revision, payload: nil)
        })
    }
  }

  private final class LastPage: ForwardingServerTransaction {
    override func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws -> VaultPage {
      var page = try inner.items(after: revision, limit: limit, bytes: bytes, memory: memory)
      page.hasMore = false
      return page
    }
  }

  private final class NoReceipts: ForwardingServerTransaction {
    private(set) var kept: BatchReceipt?

    override func save(_ receipt: BatchReceipt) throws {
      kept = receipt
    }
  }

  private struct ReceiptsLater: ServerStore {
    let inner: any ServerStore

    func write<Value: Sendable>(
      _ vault: VaultID, prefetching prefetch: ServerPrefetch,
      _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
      let (value, receipt) = try await inner.write(vault, prefetching: prefetch) { transaction in
        let first = NoReceipts(transaction)
        let value = try body(first)
        return (value, first.kept)
      }
      if let receipt {
        try await inner.write(vault) { transaction in try transaction.save(receipt) }
      }
      return value
    }

    func read<Value: Sendable>(
      _ vault: VaultID, prefetching prefetch: ServerPrefetch,
      _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
      try await inner.read(vault, prefetching: prefetch, body)
    }

    func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }

    func health() async throws(StoreError) -> StoreHealth { try await inner.health() }

    func consolidate() async { await inner.consolidate() }
  }

  /// Fails after the first of several items, every third time, and leaves what it wrote.
  private final class DyingTransaction: ForwardingServerTransaction {
    private var written = 0

    override func save(_ items: [VaultItem]) throws {
      for item in items {
        if written == 1, item.revision.number % 3 == 0 { throw StoreError.failed(path: "/vaults", detail: "crash") }
        written += 1
        try inner.save(item)
        if var state = try inner.state() {
          state.head = item.revision
          try inner.save(state: state)
        }
      }
    }
  }

  private struct HalfPushes: ServerStore {
    let inner: any ServerStore

    func write<Value: Sendable>(
      _ vault: VaultID, prefetching prefetch: ServerPrefetch,
      _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
      let result = try await inner.write(vault, prefetching: prefetch) { transaction in
        Result { try body(DyingTransaction(transaction)) }
          .mapError { $0 as? StoreError ?? .failed(path: "/vaults", detail: "\($0)") }
      }
      return try result.get()
    }

    func read<Value: Sendable>(
      _ vault: VaultID, prefetching prefetch: ServerPrefetch,
      _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
      try await inner.read(vault, prefetching: prefetch, body)
    }

    func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }

    func health() async throws(StoreError) -> StoreHealth { try await inner.health() }

    func consolidate() async { await inner.consolidate() }
  }
}
