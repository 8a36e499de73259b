import NotesDomain
import NotesServer
import NotesSync
import Wiring

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

  /// Keeps what is written to notes for a second transaction.
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

    func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
      try await inner.remember(lastSuccess: moment)
    }
  }
}

extension Mutant {
  /// What becomes of files.
  static let filing: [Mutant] = [
    {
      var mutant = Mutant("the files of the vault win", in: "MergeRule")
      mutant.aroundDevice = { binder in
        binder.decorate((any MergeRule).self) { (inner: any MergeRule) -> any MergeRule in TheirFiles(inner: inner) }
      }
      return mutant
    }(),
    {
      var mutant = Mutant("a batch does not name its blobs", in: "BatchRule")
      mutant.aroundDevice = { binder in
        binder.decorate((any BatchRule).self) { (inner: any BatchRule) -> any BatchRule in NamelessBlobs(inner: inner) }
      }
      return mutant
    }(),
    {
      var mutant = Mutant("what an item refers to stays what it was first", in: "ServerStore")
      mutant.serverStore = { WrappingServerStore(inner: $0) { FirstReferences($0) } }
      return mutant
    }(),
    {
      var mutant = Mutant("files are not fetched", in: "BlobStore")
      mutant.aroundDevice = { binder in
        binder.decorate((any BlobStore).self) { (inner: any BlobStore) -> any BlobStore in NothingMissing(inner: inner)
        }
      }
      return mutant
    }(),
  ]

  private struct TheirFiles: MergeRule {
    let inner: any MergeRule

    func merge(base: Note?, ours: Note, theirs: Note) -> Note? {
      var merged = inner.merge(base: base, ours: ours, theirs: theirs)
      merged?.attachments = theirs.attachments
      return merged
    }
  }

  private struct NamelessBlobs: BatchRule {
    let inner: any BatchRule

    func batch(
      _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
    ) throws(StoreError) -> PushBatch? {
      try inner.batch(state, in: epoch, from: transaction).map { batch in
        PushBatch(
          epoch: batch.epoch, device: batch.device, number: batch.number,
          changes: batch.changes.map { PushChange(id: $0.id, base: $0.base, payload: $0.payload) })
      }
    }
  }

  private final class FirstReferences: ForwardingServerTransaction {
    override func save(blobs: [BlobDigest], of item: NoteID, at moment: Timestamp) throws(StoreError) {
      guard try inner.contents().references[item] == nil else { return }
      try inner.save(blobs: blobs, of: item, at: moment)
    }
  }

  private struct NothingMissing: BlobStore {
    let inner: any BlobStore

    func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
      try await inner.progress(of: digest)
    }

    func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? { try await inner.add(piece) }

    func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? { try await inner.touch(digest) }

    func examine(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
      try await inner.examine(digest, hasReplacement: hasReplacement)
    }

    func discard(_ digest: BlobDigest) async throws(StoreError) { try await inner.discard(digest) }

    func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
      try await inner.piece(of: digest, from: offset, limit: limit)
    }

    func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] { [] }

    func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
      try await inner.attachments(of: note)
    }

    func removeOrphans(touchedBefore moment: Timestamp) async throws(StoreError) -> RemovedBlobs {
      try await inner.removeOrphans(touchedBefore: moment)
    }
  }
}
