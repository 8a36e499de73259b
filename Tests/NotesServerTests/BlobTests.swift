import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("The server's blobs") struct BlobTests {
  @Test("Keeps every promise of its port", arguments: BlobServiceContract.clauses)
  func contract(_ clause: BlobServiceContract.Clause) async throws {
    try await clause.check(Server().blobs)
  }

  @Test func `A note whose blobs are not there is refused, and the others of its batch are accepted`() async throws {
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

  @Test func `A blob of another vault is not there`() async throws {
    let server = try await Server()
    let other = try #require(VaultID("other"))
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: other)
    let reply = try await server.push([.of(1, blobs: [SampleBlob.abc.digest])], number: 1)
    #expect(reply == .results([.refused(.missingBlob)]))
  }

  @Test func `A note that was changed elsewhere is a conflict, whether its blobs are there or not`() async throws {
    let server = try await Server()
    _ = try await server.push([.of(1)], number: 1)
    let reply = try await server.push([.of(1, blobs: [.sample(1)])], number: 2)
    #expect(reply == .results([.conflict(revision: Revision(1), isDeleted: false)]))
  }

  @Test func `The same changes with other blobs are another batch`() async throws {
    let server = try await Server()
    _ = try await server.push([.of(1)], number: 1)
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
    #expect(try await server.push([.of(1, blobs: [.sample(1)])], number: 1) == .deviceForked)
  }

  @Test func `Blobs go when no note refers to them any more, after a while`() async throws {
    let server = try await Server()
    let (abc, million) = (SampleBlob.abc, SampleBlob.million)
    for sample in [abc, million] { _ = try await server.blobs.receive(sample.pieces(of: 1 << 20)[0], in: .main) }
    _ = try await server.push([.of(1, blobs: [abc.digest]), .of(2, blobs: [abc.digest, million.digest])], number: 1)
    server.clock.advance(byMilliseconds: 1000)
    #expect(try await removeOrphans(of: server) == [])
    _ = try await server.push([.of(1, over: 1, [2]), .of(2, over: 2, [2], blobs: [abc.digest])], number: 2)
    // It was referred to a moment ago.
    #expect(try await removeOrphans(of: server) == [])
    server.clock.advance(byMilliseconds: 1000)
    #expect(try await removeOrphans(of: server) == [1, 1_000_000])
    #expect(try await server.blobs.progress(of: abc.digest, in: .main) == abc.whole)
    #expect(try await server.blobs.progress(of: million.digest, in: .main) == nil)
    _ = try await server.push([.of(2, over: 4, nil)], number: 3)
    server.clock.advance(byMilliseconds: 1000)
    #expect(try await removeOrphans(of: server) == [1, 3])
  }

  @Test func `The beginning of a blob that nobody ended goes as well, of many all`() async throws {
    let server = try await Server()
    for number in 1...40 as ClosedRange<UInt8> {
      _ = try await server.blobs.receive(
        BlobPiece(digest: .sample(number), size: 9, offset: 0, bytes: [1, 2]), in: .main)
    }
    server.clock.advance(byMilliseconds: 1000)
    #expect(try await removeOrphans(of: server) == [40, 80])
    #expect(try await server.administration.size(of: .main).blobs == 0)
  }

  @Test func `A blob that was asked about by sending it again stays`() async throws {
    let server = try await Server()
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main)
    server.clock.advance(byMilliseconds: 1000)
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main)
    #expect(try await removeOrphans(of: server) == [])
  }

  @Test func `A vault that is full takes no blob, and no larger note`() async throws {
    var settings = ServerSettings()
    settings.maximumVaultBytes = 10
    let server = try await Server(settings: settings)
    _ = try await server.push([.of(1, [1, 2, 3, 4, 5])], number: 1)
    let large = BlobPiece(digest: .sample(1), size: 6, offset: 0, bytes: [1])
    #expect(try await server.blobs.receive(large, in: .main) == .refused(.overQuota))
    // Its size counts from its first byte on.
    _ = try await server.blobs.receive(SampleBlob.abc.piece(0..<1), in: .main)
    let second = BlobPiece(digest: .sample(2), size: 3, offset: 0, bytes: [1])
    #expect(try await server.blobs.receive(second, in: .main) == .refused(.overQuota))
    let reply = try await server.push(
      [.of(2, [1, 2, 3]), .of(3, [1, 2]), .of(1, over: 1, [1, 2, 3, 4, 5, 6]), .of(1, over: 1, [0])].dropLast(),
      number: 2)
    #expect(reply == .results([.refused(.overQuota), .applied(Revision(2)), .refused(.overQuota)]))
    #expect(
      try await server.push([.of(1, over: 1, [0]), .of(2, [1, 2, 3])], number: 3)
        == .results([.applied(Revision(3)), .applied(Revision(4))]))
    #expect(try await server.administration.size(of: .main).bytes == 9)
    _ = try await server.blobs.receive(SampleBlob.abc.piece(1..<3), in: .main)
    #expect(try await server.push([.of(1, over: 3, nil)], number: 4) == .results([.applied(Revision(5))]))
  }

  @Test func `A vault above a limit that was lowered takes what makes it smaller, and nothing else`() async throws {
    let before = try await Server()
    _ = try await before.push([.of(1, [1, 2, 3, 4, 5]), .of(2, [1, 2])], number: 1)
    var settings = ServerSettings()
    settings.maximumVaultBytes = 3
    let server = try await Server(settings: settings, over: before.store)
    #expect(
      try await server.push([.of(1, over: 1, [1, 2, 3, 4]), .of(2, over: 2, [1, 2]), .of(3, [1])], number: 2)
        == .results([.applied(Revision(3)), .applied(Revision(4)), .refused(.overQuota)]))
    #expect(try await server.push([.of(1, over: 3, nil)], number: 3) == .results([.applied(Revision(5))]))
  }

  @Test func `A blob above the limit is refused with its first byte, and one at the limit is not`() async throws {
    var settings = ServerSettings()
    settings.maximumBlobBytes = 3
    let server = try await Server(settings: settings)
    #expect(try await server.blobs.receive(SampleBlob.abc.piece(0..<3), in: .main) == .progress(SampleBlob.abc.whole))
    let piece = BlobPiece(digest: .sample(1), size: 4, offset: 0, bytes: [1])
    #expect(try await server.blobs.receive(piece, in: .main) == .refused(.tooLarge))
  }

  @Test func `A server that dies before its commit has kept nothing of the piece, which comes again`() async throws {
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

  @Test func `What was replaced while it was compared with its name does not count as compared`() async throws {
    let store = MeddlingStore()
    let server = try await Server(over: store)
    let abc = SampleBlob.abc
    _ = try await server.blobs.receive(abc.piece(0..<2), in: .main)
    // When the bytes were read, and before the last is kept: the same number of bytes, but others.
    store.meddle(beforeWrite: 2) { transaction throws(StoreError) in
      try transaction.remove(abc.digest)
      try transaction.append(
        BlobPiece(digest: abc.digest, size: 3, offset: 0, bytes: [0, 0]), at: FixedClock.start)
    }
    let reply = try await server.blobs.receive(abc.piece(2..<3), in: .main)
    #expect(reply == .progress(BlobProgress(received: 2, size: 3)))
    #expect(try await server.blobs.receive(abc.piece(2..<3), in: .main) == .mismatch)
  }

  private func removeOrphans(of server: Server) async throws -> [Int] {
    let removed = try await server.administration.removeOrphans(of: .main, olderThan: server.clock.now())
    return removed.count == 0 ? [] : [removed.count, removed.bytes]
  }
}
