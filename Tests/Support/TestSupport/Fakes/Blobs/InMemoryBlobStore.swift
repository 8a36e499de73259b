package import NotesDomain
import Synchronization

/// The bytes of attachments in memory, beside a store of notes in memory.
package final class InMemoryBlobStore: BlobStore {
  private struct Blob {
    let size: Int
    var bytes: [UInt8] = []
    var touched = Timestamp(millisecondsSince1970: 0)

    var progress: BlobProgress { BlobProgress(received: bytes.count, size: size) }

    /// Whether a piece is the next one.
    func takes(_ piece: BlobPiece) -> Bool {
      if progress.isComplete { return false }
      return piece.size == size ? piece.offset == bytes.count : piece.offset == 0
    }
  }

  private struct State {
    var blobs: [BlobDigest: Blob] = [:]
    var failure: StoreError?
    var failsAdding: StoreError?
  }

  private let notes: InMemoryNoteRepository
  private let state = Mutex(State())

  /// Creates a store that holds nothing.
  ///
  /// - Parameter notes: The notes that refer to the blobs.
  package init(notes: InMemoryNoteRepository = InMemoryNoteRepository()) {
    self.notes = notes
  }

  /// What every call throws from now on; `nil` to work again.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// What every piece that is added throws from now on; `nil` to work again.
  package var failsAdding: StoreError? {
    get { state.withLock { $0.failsAdding } }
    set { state.withLock { $0.failsAdding = newValue } }
  }

  /// The blobs that are here whole.
  package var contents: [BlobDigest: [UInt8]] {
    state.withLock { $0.blobs.filter(\.value.progress.isComplete).mapValues(\.bytes) }
  }

  /// Puts a blob here, which nobody has touched for long.
  ///
  /// - Parameter content: Its bytes.
  /// - Returns: Its name.
  @discardableResult
  package func keep(_ content: [UInt8]) -> BlobDigest {
    state.withLock { $0.blobs[.of(content)] = Blob(size: content.count, bytes: content) }
    return .of(content)
  }

  /// Loses the bytes of a blob.
  ///
  /// - Parameter digest: The blob.
  package func lose(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = nil }
  }

  /// Has the disk lose a bit of a blob.
  ///
  /// - Parameter digest: The blob.
  package func damage(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest]?.bytes[0] ^= 1 }
  }

  /// Looks whether a blob is still what its name says.
  package func examine(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    let isInVault = notes.isInVault(digest)
    return try withState { state throws(StoreError) in
      guard let blob = state.blobs[digest], blob.progress.isComplete, .of(blob.bytes) != digest else { return .sound }
      guard hasReplacement || isInVault else { return .damaged }
      state.blobs[digest] = nil
      return .forgotten
    }
  }

  /// How much of a blob is here.
  package func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try withState { state throws(StoreError) in state.blobs[digest]?.progress }
  }

  /// Has a blob stay that is here.
  package func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    let moment = notes.clock.now()
    return try withState { state throws(StoreError) in
      state.blobs[digest]?.touched = moment
      return state.blobs[digest]?.progress
    }
  }

  /// Forgets the beginning of a blob that no note refers to.
  package func discard(_ digest: BlobDigest) async throws(StoreError) {
    let isWanted = notes.all.contains { $0.blobs.contains(digest) }
    try withState { state throws(StoreError) in
      if !isWanted, state.blobs[digest]?.progress.isComplete == false { state.blobs[digest] = nil }
    }
  }

  /// Adds a piece that begins where the last ended.
  package func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    let moment = notes.clock.now()
    return try withState { state throws(StoreError) in
      if let failure = state.failsAdding { throw failure }
      let known = state.blobs[piece.digest]
      let isPiece =
        piece.offset >= 0 && piece.bytes.count <= piece.size - piece.offset
        && (!piece.bytes.isEmpty || piece.size == 0)
      guard isPiece, known?.takes(piece) ?? (piece.offset == 0) else {
        return known?.progress ?? BlobProgress(received: 0, size: piece.size)
      }
      let before = known?.size == piece.size ? known?.bytes ?? [] : []
      let blob = Blob(size: piece.size, bytes: before + piece.bytes, touched: moment)
      let isRight = !blob.progress.isComplete || .of(blob.bytes) == piece.digest
      state.blobs[piece.digest] = isRight ? blob : nil
      return isRight ? blob.progress : nil
    }
  }

  /// A piece of a blob that is here.
  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try withState { state throws(StoreError) in
      guard let blob = state.blobs[digest], blob.progress.isComplete else { return nil }
      return BlobPiece(
        digest: digest, size: blob.size, offset: offset,
        bytes: Array(blob.bytes.dropFirst(max(0, offset)).prefix(max(0, limit))))
    }
  }

  /// Some blobs that notes refer to and that are not here.
  package func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] {
    let attachments = notes.all.flatMap(\.attachments).map { ($0.digest, $0.size) }
    let wanted = Dictionary(attachments, uniquingKeysWith: max).sorted { $0.key < $1.key }
    return try withState { state throws(StoreError) in
      Array(
        wanted.filter { one, _ in
          (digest.map { $0 < one } ?? true) && state.blobs[one]?.progress.isComplete != true
        }
        .prefix(max(0, limit)).map { FileDescription(digest: $0, size: $1) })
    }
  }

  /// The attachments of all notes or of one.
  package func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
    let owners = notes.all.filter { note == nil || $0.id == note }.sorted { one, other in
      one.title == other.title
        ? one.id < other.id : one.title.utf8.lexicographicallyPrecedes(other.title.utf8)
    }
    return try withState { state throws(StoreError) in
      owners.flatMap { note in
        note.attachments.map { attachment in
          let progress = state.blobs[attachment.digest]?.progress
          return StoredAttachment(
            note: note.id, title: note.title, attachment: attachment, received: progress?.received ?? 0,
            isComplete: progress?.isComplete ?? false)
        }
      }
    }
  }

  /// Forgets the blobs that nothing refers to.
  package func removeOrphans(touchedBefore moment: Timestamp) async throws(StoreError) -> RemovedBlobs {
    let kept = notes.keptBlobs
    return try withState { state throws(StoreError) in
      var removed = RemovedBlobs()
      for (digest, blob) in state.blobs where !kept.contains(digest) && blob.touched < moment {
        state.blobs[digest] = nil
        removed.count += 1
        removed.bytes += blob.bytes.count
      }
      return removed
    }
  }

  private func withState<Value: Sendable>(
    _ body: (inout sending State) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      return try body(&state)
    }
  }
}
