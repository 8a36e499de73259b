import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

/// A vault whose account was removed during a request.
struct RemovedVaultTests {
  private func server() async throws -> Server {
    var settings = ServerSettings()
    settings.vaultsNeedAccounts = true
    return try await Server(settings: settings)
  }

  @Test func `no request creates it again`() async throws {
    let server = try await server()
    let piece = try #require(BlobPiece.of([1, 2, 3], size: 9))
    await #expect(throws: ServiceError.unknownVault) {
      try await server.service.push(
        PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [.of(1)]), to: .main)
    }
    await #expect(throws: ServiceError.unknownVault) { try await server.epoch() }
    await #expect(throws: ServiceError.unknownVault) { try await server.blobs.receive(piece, in: .main) }
    let isKnown = try await server.store.read(.main) { transaction in try transaction.isKnown() }
    #expect(!isKnown)
  }

  @Test func `an empty vault of an account can be written`() async throws {
    let server = try await server()
    let accounts = InMemoryAccountStore(vaults: server.store)
    let name = try #require(AccountName("ada"))
    _ = try await accounts.add(
      Account(name: name, vault: .main, created: FixedClock.start), hash: PasswordHash(text: "$"))
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
  }
}

extension BlobPiece {
  /// The first bytes of a blob.
  fileprivate static func of(_ bytes: [UInt8], size: Int) -> BlobPiece? {
    BlobDigest(bytes: [UInt8](repeating: 9, count: 32)).map { digest in
      BlobPiece(digest: digest, size: size, offset: 0, bytes: bytes)
    }
  }
}
