package import NotesDomain
import Testing

/// The contract of ``BlobTransport`` without failures, checked against each implementation with a vault without blobs.
package enum BlobTransportContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any BlobTransport>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("An unknown blob has no progress") { transport async throws in
      let digest = BlobDigest.of([1])
      #expect(try await transport.progress(of: digest) == nil)
      #expect(try await transport.piece(of: digest, from: 0, limit: 10) == nil)
    },
    Clause("A blob that was sent in pieces is read in pieces of any length") { transport async throws in
      let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let digest = BlobDigest.of(bytes)
      #expect(try await send(bytes[0..<400], at: 0, of: bytes, transport) == progress(400, bytes))
      #expect(try await transport.progress(of: digest) == BlobProgress(received: 400, size: 1000))
      #expect(try await transport.piece(of: digest, from: 0, limit: 10) == nil)
      #expect(try await send(bytes[400...], at: 400, of: bytes, transport) == progress(1000, bytes))
      for (offset, limit) in [(0, 1000), (0, 1), (999, 1), (300, 200), (990, 1000)] {
        let piece = try await transport.piece(of: digest, from: offset, limit: limit)
        #expect(piece?.bytes == Array(bytes[offset..<min(1000, offset + limit)]))
        #expect(piece?.size == 1000 && piece?.offset == offset && piece?.digest == digest)
      }
    },
    Clause("The largest piece is sent and received") { transport async throws in
      let bytes = (0..<BlobPiece.maximumBytes).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
      #expect(try await send(bytes[...], at: 0, of: bytes, transport) == progress(bytes.count, bytes))
      let piece = try await transport.piece(of: BlobDigest.of(bytes), from: 0, limit: .max)
      #expect(piece?.bytes == bytes)
    },
    Clause("A repeated or misplaced piece changes nothing") { transport async throws in
      let bytes = Array<UInt8>(0..<100)
      #expect(try await send(bytes[0..<50], at: 0, of: bytes, transport) == progress(50, bytes))
      #expect(try await send(bytes[0..<50], at: 0, of: bytes, transport) == progress(50, bytes))
      #expect(try await send(bytes[80...], at: 80, of: bytes, transport) == progress(50, bytes))
      #expect(try await send(bytes[50...], at: 50, of: bytes, transport) == progress(100, bytes))
      #expect(try await send(bytes[50...], at: 50, of: bytes, transport) == progress(100, bytes))
    },
    Clause("Content that does not match its digest is removed, and may be sent again") { transport async throws in
      let bytes = Array<UInt8>(0..<100)
      let wrong = BlobPiece(digest: BlobDigest.of(bytes), size: 100, offset: 0, bytes: bytes.reversed())
      #expect(try await transport.send(wrong) == .mismatch)
      #expect(try await transport.progress(of: wrong.digest) == nil)
      #expect(try await send(bytes[...], at: 0, of: bytes, transport) == progress(100, bytes))
    },
    Clause("Beyond the end of a blob there is only its size") { transport async throws in
      let bytes = Array<UInt8>(0..<100)
      #expect(try await send(bytes[...], at: 0, of: bytes, transport) == progress(100, bytes))
      for offset in [100, 101, 5000] {
        let piece = try await transport.piece(of: BlobDigest.of(bytes), from: offset, limit: 10)
        #expect(piece == BlobPiece(digest: BlobDigest.of(bytes), size: 100, offset: offset, bytes: []))
      }
    },
    Clause("A blob may be empty") { transport async throws in
      let digest = BlobDigest.of([])
      #expect(try await send([], at: 0, of: [], transport) == progress(0, []))
      #expect(try await transport.progress(of: digest) == BlobProgress(received: 0, size: 0))
      let piece = try await transport.piece(of: digest, from: 0, limit: 10)
      #expect(piece == BlobPiece(digest: digest, size: 0, offset: 0, bytes: []))
    },
  ]

  private static func progress(_ received: Int, _ bytes: [UInt8]) -> BlobUploadReply {
    .progress(BlobProgress(received: received, size: bytes.count))
  }

  private static func send(
    _ piece: ArraySlice<UInt8>, at offset: Int, of bytes: [UInt8], _ transport: any BlobTransport
  ) async throws -> BlobUploadReply {
    try await transport.send(
      BlobPiece(digest: BlobDigest.of(bytes), size: bytes.count, offset: offset, bytes: Array(piece)))
  }
}
