import NotesDomain
import NotesServer
import Wiring

extension Mutant {
  /// What the server takes.
  static let accepting: [Mutant] = [
    accept("no compare-and-swap") { _, _, _ in nil },
    accept("a deletion needs no base") { change, _, objection in change.payload == nil ? nil : objection },
    receive("no digest") { batch, _, receipt, decision in
      if let receipt, batch.number == receipt.number { .repeatResults(receipt.results) } else { decision }
    },
    receive("no receipts") { _, _, _, _ in .execute },
    receive("a repeated batch is refused") { _, _, _, decision in
      if case .repeatResults = decision { .stale } else { decision }
    },
  ]

  private static func accept(
    _ name: String, _ change: @escaping @Sendable (PushChange, VaultItemVersion?, PushResult?) -> PushResult?
  ) -> Mutant {
    var mutant = Mutant(name, in: "AcceptanceRule")
    mutant.aroundServer = { binder in
      binder.decorate((any AcceptanceRule).self) { (inner: any AcceptanceRule) -> any AcceptanceRule in
        OtherAcceptance(inner: inner, change: change)
      }
    }
    return mutant
  }

  private typealias Decide = @Sendable (PushBatch, [UInt8], BatchReceipt?, BatchDecision) -> BatchDecision

  private static func receive(_ name: String, _ change: @escaping Decide) -> Mutant {
    var mutant = Mutant(name, in: "ReceiptRule")
    mutant.aroundServer = { binder in
      binder.decorate((any ReceiptRule).self) { (inner: any ReceiptRule) -> any ReceiptRule in
        OtherReceipt(inner: inner, change: change)
      }
    }
    return mutant
  }

  private struct OtherAcceptance: AcceptanceRule {
    let inner: any AcceptanceRule
    let change: @Sendable (PushChange, VaultItemVersion?, PushResult?) -> PushResult?

    func objection(to change: PushChange, in context: AcceptanceContext) -> PushResult? {
      self.change(change, context.current, inner.objection(to: change, in: context))
    }
  }

  private struct OtherReceipt: ReceiptRule {
    let inner: any ReceiptRule
    let change: Decide

    func decide(_ batch: PushBatch, digest: [UInt8], receipt: BatchReceipt?) -> BatchDecision {
      change(batch, digest, receipt, inner.decide(batch, digest: digest, receipt: receipt))
    }
  }
}

extension Mutant {
  /// What the server remembers, and how.
  static let remembering: [Mutant] = [
    remember("receipts are written in a transaction of their own") { ReceiptsLater(inner: $0) },
    remember("a push is not one transaction") { HalfPushes(inner: $0) },
    remember("tombstones go, and the horizon stays") { WrappingServerStore(inner: $0) { StillHorizon($0) } },
    remember("devices are forgotten with tombstones") { WrappingServerStore(inner: $0) { NoOldReceipts($0) } },
    remember("the feed has no tombstones") { WrappingServerStore(inner: $0) { NoTombstones($0) } },
    remember("a deletion has no revision of its own") { WrappingServerStore(inner: $0) { OldRevision($0) } },
    remember("a page says that it is the last") { WrappingServerStore(inner: $0) { LastPage($0) } },
  ]

  /// What the server tells devices of its history.
  static let telling: [Mutant] = [
    {
      var mutant = Mutant("no horizon", in: "HorizonRule")
      mutant.server = { $0.replace((any HorizonRule).self, with: NoHorizon()) }
      return mutant
    }(),
    epochs("only the last epoch counts", forkedAt: { _, state, _ in state.epochs.last?.head ?? .none }),
    epochs("a restored vault is the same epoch", begin: { state, next in state ?? next }),
  ]

  /// Not noticed by random histories: in those, nobody puts files back behind the server's back, since no vault can notice
  /// that once it has given out as many revisions as before.
  static let unnoticedRestore = epochs("a vault does not notice that it went back", wentBack: { _ in false })

  private static func remember(
    _ name: String, _ store: @escaping @Sendable (any ServerStore) -> any ServerStore
  ) -> Mutant {
    var mutant = Mutant(name, in: "ServerStore")
    mutant.serverStore = store
    return mutant
  }

  private static func epochs(
    _ name: String,
    forkedAt: @escaping @Sendable (Epoch?, VaultState, Revision) -> Revision = { $2 },
    begin: @escaping @Sendable (VaultState?, VaultState) -> VaultState = { $1 },
    wentBack: @escaping @Sendable (Bool) -> Bool = { $0 }
  ) -> Mutant {
    var mutant = Mutant(name, in: "EpochChain")
    mutant.aroundServer = { binder in
      binder.decorate((any EpochChain).self) { (inner: any EpochChain) -> any EpochChain in
        OtherChain(inner: inner, fork: forkedAt, start: begin, back: wentBack)
      }
    }
    return mutant
  }

  private struct OtherChain: EpochChain {
    let inner: any EpochChain
    let fork: @Sendable (Epoch?, VaultState, Revision) -> Revision
    let start: @Sendable (VaultState?, VaultState) -> VaultState
    let back: @Sendable (Bool) -> Bool

    func begin(after state: VaultState?) -> VaultState { start(state, inner.begin(after: state)) }

    func forkedAt(_ epoch: Epoch?, in state: VaultState) -> Revision {
      fork(epoch, state, inner.forkedAt(epoch, in: state))
    }

    func wentBack(behind seen: Revision, in state: VaultState) -> Bool { back(inner.wentBack(behind: seen, in: state)) }
  }

  private struct NoHorizon: HorizonRule {
    func mustResync(_ request: ChangesRequest, in state: VaultState) -> Bool { false }
  }

  private final class StillHorizon: ForwardingServerTransaction {
    override func save(state: VaultState) throws(StoreError) {
      var state = state
      state.horizon = try inner.state()?.horizon ?? .none
      try inner.save(state: state)
    }
  }

  private final class NoOldReceipts: ForwardingServerTransaction {
    override func removeTombstones(upTo revision: Revision) throws(StoreError) {
      try inner.removeTombstones(upTo: revision)
      try inner.removeReceipts(upTo: revision)
    }
  }

  private final class NoTombstones: ForwardingServerTransaction {
    override func items(
      after revision: Revision, limit: Int, bytes: Int
    ) throws(StoreError) -> (items: [VaultItem], hasMore: Bool) {
      let page = try inner.items(after: revision, limit: .max, bytes: .max)
      let notes = page.items.filter { !$0.isTombstone }
      return (Array(notes.prefix(limit)), notes.count > limit)
    }
  }

  private final class OldRevision: ForwardingServerTransaction {
    override func save(_ item: VaultItem) throws(StoreError) {
      guard item.isTombstone, let version = try inner.version(of: item.id) else { return try inner.save(item) }
      try inner.save(VaultItem(id: item.id, revision: version.revision, payload: nil))
    }
  }

  private final class LastPage: ForwardingServerTransaction {
    override func items(
      after revision: Revision, limit: Int, bytes: Int
    ) throws(StoreError) -> (items: [VaultItem], hasMore: Bool) {
      (try inner.items(after: revision, limit: limit, bytes: bytes).items, false)
    }
  }

  private final class NoReceipts: ForwardingServerTransaction {
    private(set) var kept: BatchReceipt?

    override func save(_ receipt: BatchReceipt) throws(StoreError) {
      kept = receipt
    }
  }

  private struct ReceiptsLater: ServerStore {
    let inner: any ServerStore

    func write<Value: Sendable>(
      _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      let (value, receipt) = try await inner.write(vault) { (transaction) throws(StoreError) in
        let first = NoReceipts(transaction)
        let value = try body(first)
        return (value, first.kept)
      }
      if let receipt {
        try await inner.write(vault) { (transaction) throws(StoreError) in try transaction.save(receipt) }
      }
      return value
    }

    func read<Value: Sendable>(
      _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      try await inner.read(vault, body)
    }

    func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
  }

  /// Dies after the first of several items, every third time, and leaves what it wrote.
  private final class DyingTransaction: ForwardingServerTransaction {
    private var written = 0

    override func save(_ item: VaultItem) throws(StoreError) {
      if written == 1, item.revision.number % 3 == 0 { throw .failed(path: "/vaults", detail: "crash") }
      written += 1
      try inner.save(item)
      if var state = try inner.state() {
        state.head = item.revision
        try inner.save(state: state)
      }
    }
  }

  private struct HalfPushes: ServerStore {
    let inner: any ServerStore

    func write<Value: Sendable>(
      _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      let result = try await inner.write(vault) { (transaction) -> Result<Value, StoreError> in
        do throws(StoreError) {
          return .success(try body(DyingTransaction(transaction)))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }

    func read<Value: Sendable>(
      _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      try await inner.read(vault, body)
    }

    func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
  }
}
