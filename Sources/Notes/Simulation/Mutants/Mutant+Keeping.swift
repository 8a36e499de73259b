import NotesDomain

extension Mutant {
  /// What a device keeps, and in which order.
  static let keeping: [Mutant] = [
    keep("the cursor is committed before the notes") { CursorFirst(inner: $0) },
    keep("a snapshot forgets its tombstones") { Around(inner: $0) { NoStagedTombstones($0) } },
    keep("a batch under way is forgotten") { Around(inner: $0) { NoBatch($0) } },
    keep("a snapshot is begun over what was staged") { Around(inner: $0) { KeptStage($0) } },
  ]

  private static func keep(_ name: String, _ store: @escaping @Sendable (any SyncStore) -> any SyncStore) -> Mutant {
    var mutant = Mutant(name, in: "SyncStore")
    mutant.deviceStore = store
    return mutant
  }

  /// A store whose transactions are something else.
  private struct Around: SyncStore {
    let inner: any SyncStore
    let wrap: @Sendable (any SyncTransaction) -> any SyncTransaction

    func write<Value: Sendable>(
      _ body: (any SyncTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      try await inner.write { (transaction) throws(StoreError) in try body(wrap(transaction)) }
    }

    func read<Value: Sendable>(
      _ body: (any SyncTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      try await inner.read { (transaction) throws(StoreError) in try body(wrap(transaction)) }
    }

    func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
      try await inner.remember(lastSuccess: moment)
    }
  }

  private final class NoStagedTombstones: PassingSyncTransaction {
    override func stage(_ items: [VaultItem]) throws(StoreError) {
      try inner.stage(items.filter { !$0.isTombstone })
    }
  }

  private final class KeptStage: PassingSyncTransaction {
    override func dropStage() throws(StoreError) {}
  }

  private final class NoBatch: PassingSyncTransaction {
    override func batch() throws(StoreError) -> PushBatch? { nil }
  }

  /// Keeps what is written to notes for a second transaction.
  private final class NotesLater: PassingSyncTransaction {
    private(set) var later: [(id: NoteID, item: SyncItem?)] = []

    override func save(_ item: SyncItem?, for id: NoteID) throws(StoreError) {
      later.append((id, item))
    }
  }

  private struct CursorFirst: SyncStore {
    let inner: any SyncStore

    func write<Value: Sendable>(
      _ body: (any SyncTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      let (value, later) = try await inner.write {
        (transaction) throws(StoreError) -> (Value, [(id: NoteID, item: SyncItem?)]) in
        let first = NotesLater(transaction)
        let value = try body(first)
        return (value, first.later)
      }
      guard !later.isEmpty else { return value }
      try await inner.write { (transaction) throws(StoreError) in
        for (id, item) in later { try transaction.save(item, for: id) }
      }
      return value
    }

    func read<Value: Sendable>(
      _ body: (any SyncTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      try await inner.read(body)
    }

    func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
      try await inner.remember(lastSuccess: moment)
    }
  }
}
