package import NotesDomain
import Synchronization

/// The content of attachments in memory, for an ``InMemoryNoteRepository``.
package final class InMemoryBlobStore: BlobStore {
  private struct Blob {
    let size: Int
    var bytes: [UInt8] = []
    var touched = Timestamp(millisecondsSince1970: 0)

    var progress: BlobProgress { BlobProgress(received: bytes.count, size: size) }

    /// Returns whether a piece is the next one.
    func takes(_ piece: BlobPiece) -> Bool {
      if progress.isComplete { return false }
      return piece.size == size ? piece.offset == bytes.count : piece.offset == 0
    }
  }

  private struct State {
    var blobs: [BlobDigest: Blob] = [:]
    var failure: StoreError?
    var failsAdding: StoreError?
    var space = Int.max
  }

  private let notes: InMemoryNoteRepository
  private let state = Mutex(State())

  package init(notes: InMemoryNoteRepository = InMemoryNoteRepository()) {
    self.notes = notes
  }

  /// The error that every call throws; `nil` for none.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error that adding a piece throws; `nil` for none.
  package var failsAdding: StoreError? {
    get { state.withLock { $0.failsAdding } }
    set { state.withLock { $0.failsAdding = newValue } }
  }

  /// The number of bytes above which the rest of a blob does not fit on the disk.
  package var space: Int {
    get { state.withLock { $0.space } }
    set { state.withLock { $0.space = newValue } }
  }

  /// The complete blobs. Setting them removes all others.
  package var contents: [BlobDigest: [UInt8]] {
    get { state.withLock { $0.blobs.filter(\.value.progress.isComplete).mapValues(\.bytes) } }
    set { state.withLock { $0.blobs = newValue.mapValues { Blob(size: $0.count, bytes: $0) } } }
  }

  /// Adds a complete blob that was touched long ago.
  ///
  /// - Returns: The digest.
  @discardableResult
  package func keep(_ content: [UInt8]) -> BlobDigest {
    state.withLock { $0.blobs[.of(content)] = Blob(size: content.count, bytes: content) }
    return .of(content)
  }

  /// Removes the content of a blob.
  package func lose(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = nil }
  }

  /// Flips a bit of a blob.
  package func damage(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest]?.bytes[0] ^= 1 }
  }

  package func verify(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    let isInVault = notes.isInVault(digest)
    return try withState { state throws(StoreError) in
      guard let blob = state.blobs[digest], blob.progress.isComplete, .of(blob.bytes) != digest else { return .intact }
      guard hasReplacement || isInVault else { return .damaged }
      state.blobs[digest] = nil
      return .removed
    }
  }

  package func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try withState { state throws(StoreError) in state.blobs[digest]?.progress }
  }

  package func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    let time = notes.wallClock.now()
    return try withState { state throws(StoreError) in
      state.blobs[digest]?.touched = time
      return state.blobs[digest]?.progress
    }
  }

  package func discard(_ digest: BlobDigest) async throws(StoreError) {
    let isWanted = notes.all.contains { $0.blobs.contains(digest) }
    try withState { state throws(StoreError) in
      if !isWanted, state.blobs[digest]?.progress.isComplete == false { state.blobs[digest] = nil }
    }
  }

  package func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    let time = notes.wallClock.now()
    return try withState { state throws(StoreError) in
      if let failure = state.failsAdding { throw failure }
      if piece.size - piece.offset > state.space { throw StoreError.diskFull(path: "/notes") }
      let known = state.blobs[piece.digest]
      let isPiece =
        piece.offset >= 0 && piece.bytes.count <= piece.size - piece.offset
        && (!piece.bytes.isEmpty || piece.size == 0)
      guard isPiece, known?.takes(piece) ?? (piece.offset == 0) else {
        return known?.progress ?? BlobProgress(received: 0, size: piece.size)
      }
      let before = known?.size == piece.size ? known?.bytes ?? [] : []
      let blob = Blob(size: piece.size, bytes: before + piece.bytes, touched: time)
      let isRight = !blob.progress.isComplete || .of(blob.bytes) == piece.digest
      state.blobs[piece.digest] = isRight ? blob : nil
      return isRight ? blob.progress : nil
    }
  }

  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try withState { state throws(StoreError) in
      guard let blob = state.blobs[digest], blob.progress.isComplete else { return nil }
      return BlobPiece(
        digest: digest, size: blob.size, offset: offset,
        bytes: Array(blob.bytes.dropFirst(max(0, offset)).prefix(max(0, limit))))
    }
  }

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

  package func removeOrphans(touchedBefore time: Timestamp) async throws(StoreError) -> RemovedBlobs {
    let kept = notes.keptBlobs
    return try withState { state throws(StoreError) in
      var removed = RemovedBlobs()
      for (digest, blob) in state.blobs where !kept.contains(digest) && blob.touched < time {
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
