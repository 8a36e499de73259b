import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``BlobService``, checked against each implementation.
package enum BlobServiceContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any BlobService>

  /// All clauses.
  package static let clauses: [Clause] = coming + goingOn + refusing
}

extension BlobServiceContract {
  private static let coming: [Clause] = [
    Clause("A new vault holds no blob") { service async throws in
      #expect(try await service.progress(of: Sample.abc.digest, in: .main) == nil)
      #expect(try await service.piece(of: Sample.abc.digest, from: 0, limit: 10, in: .main) == nil)
    },
    Clause("A blob is read byte for byte") { service async throws in
      for sample in [Sample.empty, .abc, .million, .long] {
        #expect(try await send(sample, to: service) == .progress(sample.whole))
        #expect(try await service.progress(of: sample.digest, in: .main) == sample.whole)
        #expect(try await fetch(sample, by: 123_456, from: service) == sample.bytes)
      }
    },
    Clause("A blob is received in pieces of any length") { service async throws in
      for (piece, received) in [(Sample.abc.piece(0..<1), 1), (Sample.abc.piece(1..<3), 3)] {
        let reply = try await service.receive(piece, in: .main)
        #expect(reply == .progress(BlobProgress(received: received, size: 3)))
      }
      #expect(try await fetch(.abc, by: 1, from: service) == Sample.abc.bytes)
      #expect(try await fetch(.abc, by: 2, from: service) == Sample.abc.bytes)
    },
    Clause("A piece ends at the end of the blob, and has a maximum length") { service async throws in
      try await send(.abc, to: service)
      try await send(.long, by: 700_000, to: service)
      let end = try await service.piece(of: Sample.abc.digest, from: 1, limit: 9, in: .main)
      #expect(end == Sample.abc.piece(1..<3))
      #expect(try await service.piece(of: Sample.abc.digest, from: 3, limit: 9, in: .main)?.bytes == [])
      let long = try await service.piece(of: Sample.long.digest, from: 0, limit: .max, in: .main)
      #expect(long?.bytes.count == BlobPiece.maximumBytes)
    },
    Clause("Vaults do not share blobs") { service async throws in
      try await send(.abc, to: service)
      #expect(try await service.progress(of: Sample.abc.digest, in: other) == nil)
      #expect(try await service.piece(of: Sample.abc.digest, from: 0, limit: 9, in: other) == nil)
    },
  ]

  private static let goingOn: [Clause] = [
    Clause("An interrupted upload resumes, and an incomplete blob cannot be read") {
      service async throws in
      _ = try await service.receive(Sample.abc.piece(0..<2), in: .main)
      #expect(try await service.progress(of: Sample.abc.digest, in: .main) == BlobProgress(received: 2, size: 3))
      #expect(try await service.piece(of: Sample.abc.digest, from: 0, limit: 9, in: .main) == nil)
      #expect(try await service.receive(Sample.abc.piece(2..<3), in: .main) == .progress(Sample.abc.whole))
      #expect(try await fetch(.abc, by: 9, from: service) == Sample.abc.bytes)
    },
    Clause("A repeated, early or overlong piece returns the current progress") {
      service async throws in
      let nothing = try await service.receive(Sample.abc.piece(1..<2), in: .main)
      #expect(nothing == .progress(BlobProgress(received: 0, size: 3)))
      _ = try await service.receive(Sample.abc.piece(0..<1), in: .main)
      let there = BlobUploadReply.progress(BlobProgress(received: 1, size: 3))
      for range in [0..<1, 2..<3, 0..<2, 0..<3] {
        #expect(try await service.receive(Sample.abc.piece(range), in: .main) == there)
      }
      _ = try await service.receive(Sample.abc.piece(1..<3), in: .main)
      for range in [0..<1, 1..<3, 0..<3] {
        #expect(try await service.receive(Sample.abc.piece(range), in: .main) == .progress(Sample.abc.whole))
      }
      #expect(try await fetch(.abc, by: 9, from: service) == Sample.abc.bytes)
    },
    Clause("Content that does not match its digest is removed, and may be sent again") {
      service async throws in
      let digest = Sample.abc.digest
      for pieces in [[[1, 2, 3]], [[97, 98], [98]], [[98], [98], [99]], [[97], [98, 98]]] as [[[UInt8]]] {
        var reply: BlobUploadReply?
        var offset = 0
        for bytes in pieces {
          reply = try await service.receive(
            BlobPiece(digest: digest, size: 3, offset: offset, bytes: bytes), in: .main)
          offset += bytes.count
        }
        #expect(reply == .mismatch)
        #expect(try await service.progress(of: digest, in: .main) == nil)
      }
      #expect(
        try await service.receive(BlobPiece(digest: digest, size: 0, offset: 0, bytes: []), in: .main) == .mismatch)
      #expect(try await send(.abc, to: service) == .progress(Sample.abc.whole))
    },
    Clause("A first piece with another size restarts the upload, any other changes nothing") { service async throws in
      let digest = Sample.abc.digest
      _ = try await service.receive(BlobPiece(digest: digest, size: 9, offset: 0, bytes: [97, 98]), in: .main)
      let elsewhere = try await service.receive(Sample.abc.piece(2..<3), in: .main)
      #expect(elsewhere == .progress(BlobProgress(received: 0, size: 3)))
      #expect(try await service.progress(of: digest, in: .main) == BlobProgress(received: 2, size: 9))
      #expect(
        try await service.receive(Sample.abc.piece(0..<1), in: .main)
          == .progress(BlobProgress(received: 1, size: 3)))
      _ = try await service.receive(Sample.abc.piece(1..<3), in: .main)
      // A complete blob stays unchanged.
      let late = try await service.receive(BlobPiece(digest: digest, size: 9, offset: 0, bytes: [1]), in: .main)
      #expect(late == .progress(Sample.abc.whole))
    },
  ]

  private static let refusing: [Clause] = [
    Clause("A blob that is too large is refused at its first piece") { service async throws in
      let piece = BlobPiece(digest: .sample(1), size: BlobPiece.maximumBlobBytes + 1, offset: 0, bytes: [1])
      #expect(try await service.receive(piece, in: .main) == .refused(.tooLarge))
      #expect(try await service.progress(of: .sample(1), in: .main) == nil)
    },
    Clause("An impossible piece is rejected") { service async throws in
      for (size, offset, bytes) in [
        (3, -1, [1]), (3, 4, []), (3, 3, [1]), (3, 2, [1, 2]), (3, 0, []), (-1, 0, []), (3, .max, [1]),
      ] as [(Int, Int, [UInt8])] {
        let piece = BlobPiece(digest: .sample(1), size: size, offset: offset, bytes: bytes)
        await #expect(throws: ServiceError.self) { try await service.receive(piece, in: .main) }
      }
      await #expect(throws: ServiceError.tooLarge(limit: BlobPiece.maximumBytes)) {
        let bytes = [UInt8](repeating: 0, count: BlobPiece.maximumBytes + 1)
        _ = try await service.receive(BlobPiece(digest: .sample(1), size: 2 << 20, offset: 0, bytes: bytes), in: .main)
      }
      for (offset, limit) in [(-1, 1), (0, 0), (0, -1)] {
        await #expect(throws: ServiceError.self) {
          try await service.piece(of: .sample(1), from: offset, limit: limit, in: .main)
        }
      }
    },
  ]

  static let other = VaultID("other-1") ?? .main

  /// Sends a blob and returns the last reply.
  @discardableResult
  static func send(
    _ sample: SampleBlob, by step: Int = BlobPiece.maximumBytes, to service: any BlobService, in vault: VaultID = .main
  ) async throws -> BlobUploadReply? {
    var reply: BlobUploadReply?
    for piece in sample.pieces(of: step) { reply = try await service.receive(piece, in: vault) }
    return reply
  }

  private typealias Sample = SampleBlob

  private static func fetch(_ sample: Sample, by step: Int, from service: any BlobService) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < sample.bytes.count {
      let piece = try #require(
        try await service.piece(of: sample.digest, from: bytes.count, limit: step, in: .main))
      #expect(piece.size == sample.bytes.count && piece.offset == bytes.count && piece.bytes.count <= step)
      guard !piece.bytes.isEmpty else { break }
      bytes += piece.bytes
    }
    return bytes
  }
}
