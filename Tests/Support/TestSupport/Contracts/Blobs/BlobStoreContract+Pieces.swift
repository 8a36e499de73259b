import NotesDomain
import Testing

extension BlobStoreContract {
  private static let content = Array("The quick brown fox jumps over the lazy dog".utf8)

  static let pieces: [Clause] = [
    Clause("An unknown blob has no progress") { store async throws in
      #expect(try await store.blobs.progress(of: .of(content)) == nil)
      #expect(try await store.blobs.piece(of: .of(content), from: 0, limit: 9) == nil)
    },
    Clause("Pieces in order form a blob, across runs of the program") { store async throws in
      for range in [0..<10, 10..<11, 11..<content.count] {
        let blobs = try store.reopened().blobs
        let expected = BlobProgress(received: range.upperBound, size: content.count)
        #expect(try await blobs.add(BlobPiece(of: content, range)) == expected)
        #expect(try await blobs.progress(of: .of(content)) == expected)
      }
      #expect(try await store.reopened().blobs.whole(.of(content)) == content)
    },
    Clause("An incomplete blob cannot be read") { store async throws in
      _ = try await store.blobs.add(BlobPiece(of: content, 0..<20))
      #expect(try await store.blobs.piece(of: .of(content), from: 0, limit: 5) == nil)
    },
    Clause("A piece that is not the next one changes nothing") { store async throws in
      let nothing = BlobProgress(received: 0, size: content.count)
      #expect(try await store.blobs.add(BlobPiece(of: content, 1..<5)) == nothing)
      #expect(try await store.blobs.progress(of: .of(content)) == nil)
      _ = try await store.blobs.add(BlobPiece(of: content, 0..<20))
      let some = BlobProgress(received: 20, size: content.count)
      for range in [0..<20, 0..<content.count, 19..<content.count, 21..<content.count, 20..<20] {
        #expect(try await store.blobs.add(BlobPiece(of: content, range)) == some, "\(range)")
      }
      let long = BlobPiece(digest: .of(content), size: content.count, offset: 20, bytes: content)
      #expect(try await store.blobs.add(long) == some)
      _ = try await store.blobs.add(BlobPiece(of: content, 20..<content.count))
      #expect(try await store.blobs.whole(.of(content)) == content)
    },
    Clause("A complete blob does not change") { store async throws in
      _ = try await store.blobs.add(BlobPiece(of: content))
      let whole = BlobProgress(received: content.count, size: content.count)
      #expect(try await store.blobs.add(BlobPiece(of: content)) == whole)
      #expect(
        try await store.blobs.add(BlobPiece(digest: .of(content), size: 3, offset: 0, bytes: [1, 2, 3])) == whole)
      #expect(try await store.blobs.whole(.of(content)) == content)
    },
    Clause("Content that does not match its digest is removed, and can be added again") { store async throws in
      var wrong = content
      wrong[30] ^= 1
      for range in [0..<20, 20..<content.count] {
        let piece = BlobPiece(
          digest: .of(content), size: content.count, offset: range.lowerBound, bytes: Array(wrong[range]))
        let progress = try await store.blobs.add(piece)
        #expect((progress == nil) == (range.upperBound == content.count))
      }
      #expect(try await store.blobs.progress(of: .of(content)) == nil)
      #expect(try await store.blobs.add(BlobPiece(digest: .of(content), size: 1, offset: 0, bytes: [1])) == nil)
      _ = try await store.blobs.add(BlobPiece(of: content))
      #expect(try await store.blobs.whole(.of(content)) == content)
    },
    Clause("An empty blob exists when it was added") { store async throws in
      #expect(try await store.blobs.progress(of: .of([])) == nil)
      #expect(try await store.blobs.add(BlobPiece(of: [])) == BlobProgress(received: 0, size: 0))
      #expect(try await store.reopened().blobs.progress(of: .of([]))?.isComplete == true)
      #expect(try await store.blobs.piece(of: .of([]), from: 0, limit: 9) == BlobPiece(of: []))
      #expect(try await store.blobs.add(BlobPiece(digest: .of([1]), size: 0, offset: 0, bytes: [])) == nil)
    },
    Clause("A blob is read from any offset, independent of its pieces") { store async throws in
      for range in [0..<7, 7..<30, 30..<content.count] { _ = try await store.blobs.add(BlobPiece(of: content, range)) }
      for (offset, limit) in [(0, 7), (0, 8), (3, 2), (6, 2), (7, 23), (20, 100), (42, 1), (43, 5), (99, 5), (0, 0)] {
        let piece = try #require(try await store.blobs.piece(of: .of(content), from: offset, limit: limit))
        #expect(piece.bytes == Array(content.dropFirst(offset).prefix(limit)), "\(limit) from \(offset)")
        #expect(piece.size == content.count && piece.offset == offset && piece.digest == .of(content))
      }
    },
    Clause("A first piece with another size restarts the blob") { store async throws in
      _ = try await store.blobs.add(BlobPiece(digest: .of(content), size: 99, offset: 0, bytes: [1, 2, 3]))
      let other = try await store.blobs.add(BlobPiece(of: content, 3..<9))
      #expect(other == BlobProgress(received: 3, size: 99))
      _ = try await store.blobs.add(BlobPiece(of: content, 0..<9))
      #expect(try await store.blobs.progress(of: .of(content)) == BlobProgress(received: 9, size: content.count))
      _ = try await store.blobs.add(BlobPiece(of: content, 9..<content.count))
      #expect(try await store.blobs.whole(.of(content)) == content)
    },
  ]
}

extension BlobStore {
  /// Returns the whole content of a complete blob.
  func whole(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]? {
    try await piece(of: digest, from: 0, limit: .max / 2)?.bytes
  }
}
