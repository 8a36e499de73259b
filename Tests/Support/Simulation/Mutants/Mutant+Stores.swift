import NotesDomain
import NotesHosting
import NotesSync

extension Mutant {
  /// Faults in the stored state of a device.
  static let keeping: [Mutant] = [
    keep("the cursor is committed before the notes") { CursorFirst(inner: $0) },
    keep("a snapshot forgets its tombstones") { Around(inner: $0) { NoStagedTombstones($0) } },
    keep("a batch under way is forgotten") { Around(inner: $0) { NoBatch($0) } },
    keep("a snapshot is begun over what was staged") { Around(inner: $0) { KeptStage($0) } },
  ]

  private static func keep(_ name: String, _ store: @escaping @Sendable (any SyncStore) -> any SyncStore) -> Mutant {
    wrapping(name, \.deviceStore, in: "SyncStore", store)
  }

  /// A store with wrapped transactions.
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

    func endChangeSet() async { await inner.endChangeSet() }

    func recordSuccess(at moment: Timestamp) async throws(StoreError) {
      try await inner.recordSuccess(at: moment)
    }
  }

  private final class NoStagedTombstones: ForwardingSyncTransaction {
    override func stage(_ items: [VaultItem]) throws(StoreError) {
      try inner.stage(items.filter { !$0.isTombstone })
    }
  }

  private final class KeptStage: ForwardingSyncTransaction {
    override func discardStaged() throws(StoreError) {}
  }

  private final class NoBatch: ForwardingSyncTransaction {
    override func batch() throws(StoreError) -> PushBatch? { nil }
  }

  /// Delays the changes of notes until a second transaction.
  private final class NotesLater: ForwardingSyncTransaction {
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

    func endChangeSet() async { await inner.endChangeSet() }

    func recordSuccess(at moment: Timestamp) async throws(StoreError) {
      try await inner.recordSuccess(at: moment)
    }
  }
}

extension Mutant {
  /// Faults in attachments.
  static let filing: [Mutant] = [
    sync("the files of the vault win", in: "merge") {
      $0.merge = { [standard = $0.merge] base, ours, theirs in
        var merged = standard(base, ours, theirs)
        merged?.attachments = theirs.attachments
        return merged
      }
    },
    batch("a batch does not name its blobs") { batch in
      batch.changes = batch.changes.map { PushChange(id: $0.id, base: $0.base, payload: $0.payload) }
    },
    wrapping("what an item refers to stays what it was first", \.serverStore, in: "ServerStore") {
      WrappingServerStore(inner: $0) { FirstReferences($0) }
    },
    wrapping("files are not fetched", \.blobStore, in: "BlobStore") { NothingMissing($0) },
  ]

  private final class FirstReferences: ForwardingServerTransaction {
    override func save(references: [NoteID: [BlobDigest]], at moment: Timestamp) throws {
      let known = try inner.references(of: Array(references.keys))
      try inner.save(references: references.filter { known[$0.key] == nil }, at: moment)
    }
  }

  private final class NothingMissing: ForwardingBlobStore, @unchecked Sendable {
    override func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] { [] }
  }
}
