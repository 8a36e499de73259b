import NotesDomain
import NotesServer
import NotesSync
import Wiring

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
      mutant.serverStore = { OtherServerStore(inner: $0) { FirstReferences($0) } }
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

  private final class FirstReferences: PassingServerTransaction {
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

    func examine(_ digest: BlobDigest, isAtHand: Bool) async throws(StoreError) -> BlobFinding {
      try await inner.examine(digest, isAtHand: isAtHand)
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
