import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

/// A vault whose account, or the device of whose request, was removed during a request.
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

  @Test func `a request is served with the token of a signed-in device, and with no other`() async throws {
    // Given
    let server = try await server()
    let accounts = InMemoryAccountStore(vaults: server.store)
    let name = try #require(AccountName("ada"))
    let hash = PasswordHash(text: "$")
    _ = try await accounts.add(Account(name: name, vault: .main, created: FixedClock.start), hash: hash)
    let (token, other) = (DeviceToken(using: SeededRandomness(seed: 1)), DeviceToken(using: SeededRandomness(seed: 2)))
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: 1), label: "laptop", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    _ = try await accounts.add(device, digest: token.digest, to: name, knownBy: hash, limit: 9)
    let request = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1)
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [.of(1)])
    // When, then
    _ = try await server.service.changes(request, in: VaultAccess(.main, token: token))
    _ = try await server.service.push(batch, to: VaultAccess(.main, token: token))
    let before = try await server.store.read(.main) { try $0.contents() }
    func expectRefusal(of token: DeviceToken) async {
      let access = VaultAccess(.main, token: token)
      await #expect(throws: ServiceError.unauthorized) { try await server.service.changes(request, in: access) }
      await #expect(throws: ServiceError.unauthorized) { try await server.service.push(batch, to: access) }
    }
    await expectRefusal(of: other)
    _ = try await accounts.remove(device.id, of: name)
    await expectRefusal(of: token)
    #expect(try await server.store.read(.main) { try $0.contents() } == before)
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
