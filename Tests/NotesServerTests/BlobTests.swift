import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("The server's blobs") struct BlobTests {
  @Test("Fulfils the contract of its port", arguments: BlobServiceContract.clauses)
  func contract(_ clause: BlobServiceContract.Clause) async throws {
    try await clause.check(Server().blobs)
  }

  @Test func `a note with missing blobs is refused, and the others in its batch are accepted`() async throws {
    let server = try await Server()
    let abc = SampleBlob.abc
    let reply = try await server.push([.of(1, blobs: [abc.digest]), .of(2)], number: 1)
    #expect(reply == .results([.refused(.missingBlob), .applied(Revision(1))]))
    _ = try await server.blobs.receive(abc.piece(0..<2), in: .main)
    #expect(try await server.push([.of(1, blobs: [abc.digest])], number: 2) == .results([.refused(.missingBlob)]))
    _ = try await server.blobs.receive(abc.piece(2..<3), in: .main)
    #expect(try await server.push([.of(1, blobs: [abc.digest])], number: 3) == .results([.applied(Revision(2))]))
    let both = try await server.push([.of(3, blobs: [abc.digest, .sample(1)])], number: 4)
    #expect(both == .results([.refused(.missingBlob)]))
  }

  @Test func `a piece of a device that was revoked meanwhile is not stored`() async throws {
    let server = try await Server()
    let token = DeviceToken(using: SeededRandomness(seed: 1))
    await #expect(throws: ServiceError.unauthorized) {
      try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: VaultAccess(.main, token: token))
    }
    #expect(try await server.blobs.progress(of: SampleBlob.abc.digest, in: .main) == nil)
  }

  @Test func `a blob of another vault is missing`() async throws {
    let server = try await Server()
    let other = try #require(VaultID("other"))
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: other)
    let reply = try await server.push([.of(1, blobs: [SampleBlob.abc.digest])], number: 1)
    #expect(reply == .results([.refused(.missingBlob)]))
  }

  @Test func `a note that was changed elsewhere is a conflict, also with missing blobs`() async throws {
    let server = try await Server()
    _ = try await server.push([.of(1)], number: 1)
    let reply = try await server.push([.of(1, blobs: [.sample(1)])], number: 2)
    #expect(reply == .results([.conflict(revision: Revision(1), isDeleted: false)]))
  }

  @Test func `the same changes with other blobs are another batch`() async throws {
    let server = try await Server()
    _ = try await server.push([.of(1)], number: 1)
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
    #expect(try await server.push([.of(1, blobs: [.sample(1)])], number: 1) == .deviceForked)
  }

  @Test func `blobs without references are removed after some time`() async throws {
    let server = try await Server()
    let (abc, million) = (SampleBlob.abc, SampleBlob.million)
    for sample in [abc, million] { _ = try await server.blobs.receive(sample.pieces(of: 1 << 20)[0], in: .main) }
    _ = try await server.push([.of(1, blobs: [abc.digest]), .of(2, blobs: [abc.digest, million.digest])], number: 1)
    server.wallClock.advance(by: .seconds(1))
    #expect(try await removeOrphans(of: server) == [])
    _ = try await server.push([.of(1, over: 1, [2]), .of(2, over: 2, [2], blobs: [abc.digest])], number: 2)
    // Its last reference was just removed.
    #expect(try await removeOrphans(of: server) == [])
    server.wallClock.advance(by: .seconds(1))
    #expect(try await removeOrphans(of: server) == [1, 1_000_000])
    #expect(try await server.blobs.progress(of: abc.digest, in: .main) == abc.whole)
    #expect(try await server.blobs.progress(of: million.digest, in: .main) == nil)
    _ = try await server.push([.of(2, over: 4, nil)], number: 3)
    server.wallClock.advance(by: .seconds(1))
    #expect(try await removeOrphans(of: server) == [1, 3])
  }

  @Test func `incomplete blobs are removed as well`() async throws {
    let server = try await Server()
    for number in 1...40 as ClosedRange<UInt8> {
      _ = try await server.blobs.receive(
        BlobPiece(digest: .sample(number), size: 9, offset: 0, bytes: [1, 2]), in: .main)
    }
    server.wallClock.advance(by: .seconds(1))
    #expect(try await removeOrphans(of: server) == [40, 80])
    #expect(try await server.administration.size(of: .main).blobs == 0)
  }

  @Test func `a blob that is sent again stays`() async throws {
    let server = try await Server()
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main)
    server.wallClock.advance(by: .seconds(1))
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main)
    #expect(try await removeOrphans(of: server) == [])
  }

  @Test func `a full vault accepts no blob, and no larger note`() async throws {
    // Given a vault with room for one more byte
    let before = try await Server()
    _ = try await before.push([.of(1, [1, 2, 3, 4, 5])], number: 1)
    _ = try await before.blobs.receive(SampleBlob.abc.piece(0..<1), in: .main)
    var settings = ServerSettings()
    settings.budget.bytes = try await before.administration.size(of: .main).storedBytes + 1
    let server = try await Server(settings: settings, over: before.store)
    // When, then
    let second = BlobPiece(digest: .sample(2), size: 3, offset: 0, bytes: [1])
    #expect(try await server.blobs.receive(second, in: .main) == .refused(.overQuota))
    let grown = try await server.push(
      [.of(2, []), .of(1, over: 1, [1, 2, 3, 4, 5, 6, 7])], number: 2)
    #expect(grown == .results([.refused(.overQuota), .refused(.overQuota)]))
    // Its whole size counted from the first byte on.
    #expect(try await server.blobs.receive(SampleBlob.abc.piece(1..<3), in: .main) == .progress(SampleBlob.abc.whole))
    let fitting = try await server.push([.of(1, over: 1, [1, 2, 3, 4, 5, 6])], number: 3)
    #expect(fitting == .results([.applied(Revision(2))]))
    #expect(try await server.push([.of(1, over: 2, nil)], number: 4) == .results([.applied(Revision(3))]))
  }

  @Test func `a vault above a lowered limit accepts only changes that make it smaller`() async throws {
    let before = try await Server()
    _ = try await before.push([.of(1, [1, 2, 3, 4, 5]), .of(2, [1, 2])], number: 1)
    var settings = ServerSettings()
    settings.budget.bytes = 3
    let server = try await Server(settings: settings, over: before.store)
    #expect(
      try await server.push([.of(1, over: 1, [1, 2, 3, 4]), .of(2, over: 2, [1, 2]), .of(3, [1])], number: 2)
        == .results([.applied(Revision(3)), .applied(Revision(4)), .refused(.overQuota)]))
    #expect(try await server.push([.of(1, over: 3, nil)], number: 3) == .results([.applied(Revision(5))]))
  }

  @Test func `references count, and blobs with their rows`() async throws {
    // Given
    let before = try await Server()
    _ = try await before.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main)
    _ = try await before.push([.of(1, [1])], number: 1)
    var settings = ServerSettings()
    settings.budget.bytes = try await before.administration.size(of: .main).storedBytes + 100
    let server = try await Server(settings: settings, over: before.store)
    // When, then: neither is larger than a hundred bytes by its contents.
    let reply = try await server.push([.of(1, over: 1, [1], blobs: [SampleBlob.abc.digest])], number: 2)
    #expect(reply == .results([.refused(.overQuota)]))
    let blob = BlobPiece(digest: .sample(2), size: 1, offset: 0, bytes: [1])
    #expect(try await server.blobs.receive(blob, in: .main) == .refused(.overQuota))
  }

  @Test func `the blobs of a batch are looked up together, each once`() async throws {
    // Given
    let server = try await Server()
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main)
    _ = try await server.push([.of(1)], number: 1)
    let before = server.store.blobLookups(in: .main).count
    // When
    let blobs = [SampleBlob.abc.digest]
    let reply = try await server.push(
      [.of(1, over: 0, [2], blobs: [.sample(9)]), .of(2, blobs: blobs), .of(3, blobs: blobs)], number: 2)
    // Then
    #expect(
      reply
        == .results([.conflict(revision: Revision(1), isDeleted: false), .applied(Revision(2)), .applied(Revision(3))]))
    #expect(
      Array(server.store.blobLookups(in: .main).dropFirst(before)) == [.sample(9), SampleBlob.abc.digest].sorted())
  }

  @Test func `a batch of several changes with more than 1000 references is refused before the store is asked`()
    async throws
  {
    // Given
    let server = try await Server()
    let digests = (0..<501).map { number -> BlobDigest in
      var bytes = [UInt8](repeating: 0, count: BlobDigest.count)
      (bytes[0], bytes[1]) = (UInt8(number / 256), UInt8(number % 256))
      return BlobDigest(bytes: bytes) ?? .sample(0)
    }
    // When, then
    await #expect(throws: ServiceError.malformed(detail: "A batch refers to at most 1000 blobs")) {
      try await server.push([.of(1, blobs: digests), .of(2, blobs: digests)], number: 1)
    }
    let fitting = Array(digests.dropLast())
    let reply = try await server.push([.of(1, blobs: fitting), .of(2, blobs: fitting)], number: 1)
    #expect(reply == .results([.refused(.missingBlob), .refused(.missingBlob)]))
  }

  @Test func `a blob above the limit is refused with its first piece, and one at the limit is not`() async throws {
    var settings = ServerSettings()
    settings.maximumBlobBytes = 3
    let server = try await Server(settings: settings)
    #expect(try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main) == .progress(SampleBlob.abc.whole))
    let piece = BlobPiece(digest: .sample(1), size: 4, offset: 0, bytes: [1])
    #expect(try await server.blobs.receive(piece, in: .main) == .refused(.tooLarge))
  }

  @Test func `a server that fails before its commit stores nothing of the piece, which is sent again`() async throws {
    let server = try await Server()
    for piece in SampleBlob.abc.pieces(of: 1) {
      server.store.commitFailure = .diskFull(path: "/server")
      await #expect(throws: ServiceError.store(.diskFull(path: "/server"))) {
        try await server.blobs.receive(piece, in: .main)
      }
      server.store.commitFailure = nil
      let reply = try await server.blobs.receive(piece, in: .main)
      #expect(reply == .progress(BlobProgress(received: piece.offset + 1, size: 3)))
    }
  }

  @Test func `an upload that was replaced during its verification is not verified`() async throws {
    let store = InterruptedStore()
    let server = try await Server(over: store)
    let abc = SampleBlob.abc
    _ = try await server.blobs.receive(abc.piece(0..<2), in: .main)
    // After the bytes were read, and before the last piece is stored: as many bytes, but others.
    store.meddle(beforeWrite: 2) { transaction in
      try transaction.remove(abc.digest)
      try transaction.append(
        BlobPiece(digest: abc.digest, size: 3, offset: 0, bytes: [0, 0]), at: FixedClock.start)
    }
    let reply = try await server.blobs.receive(abc.piece(2..<3), in: .main)
    #expect(reply == .progress(BlobProgress(received: 2, size: 3)))
    #expect(try await server.blobs.receive(abc.piece(2..<3), in: .main) == .mismatch)
  }

  private func removeOrphans(of server: Server) async throws -> [Int] {
    let removed = try await server.administration.removeOrphans(of: .main, olderThan: server.wallClock.now())
    return removed.count == 0 ? [] : [removed.count, removed.bytes]
  }
}
