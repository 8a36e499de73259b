import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// The transport of a program that cannot encrypt, before a vault that is or is not encrypted.
@Suite struct PlainTransportTests {
  private let server = FakeTransport(epoch: Epoch(bits: 1))
  private let blobs = FakeBlobTransport()
  private let known = InMemoryEncryptionStore()
  private let piece = BlobPiece(digest: .sample(1), size: 1, offset: 0, bytes: [1])

  private func transport(_ credentials: Credentials? = nil) throws -> PlainTransport {
    PlainTransport(
      transport: Vault(items: server, blobs: blobs),
      credentials: InMemoryCredentialStore(try credentials ?? .sample()), known: known)
  }

  private func batch(_ payload: [UInt8], number: Int = 1) -> PushBatch {
    let change = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: payload, blobs: [])
    return PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: number, changes: [change])
  }

  private let request = ChangesRequest(epoch: Epoch(bits: 1), after: .none, floor: nil, limit: 10)

  @Test func `a plain vault is used as it is`() async throws {
    _ = try await transport().push(batch(NotePayload.encode(.sample(1))))
    guard case .page(let page) = try await transport().changes(request) else {
      Issue.record("no page")
      return
    }
    #expect(page.items.map(\.id) == [SequentialNoteIDGenerator.id(1)])
  }

  @Test func `a device that has the keys of its vault sends it nothing`() async throws {
    // Given
    var credentials = try Credentials.sample()
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
    let transport = try transport(credentials)
    // When, then
    await #expect(throws: TransportError.encryption(.locked)) { try await transport.push(batch([2])) }
    await #expect(throws: TransportError.encryption(.locked)) { try await transport.send(piece) }
    #expect(server.items.isEmpty)
  }

  @Test func `a device that has seen that its vault is encrypted sends it nothing`() async throws {
    try await known.updateKeyring(of: try Credentials.sample().vault) { _ in KnownKeyring(nil) }
    await #expect(throws: TransportError.encryption(.locked)) { try await transport().push(batch([2])) }
    #expect(server.items.isEmpty)
  }

  @Test func `what is sealed is not taken for a version of a newer program`() async throws {
    _ = try await server.push(batch([PayloadKind.sealedMark, 1, 2]))
    await #expect(throws: TransportError.encryption(.locked)) { try await transport().changes(request) }
  }

  @Test func `a vault that refuses plain text is encrypted`() async throws {
    server.answerNext(with: .results([.refused(.plainText)]))
    await #expect(throws: TransportError.encryption(.locked)) { try await transport().push(batch([2])) }
  }
}

/// The items and blobs of a vault.
private struct Vault: VaultTransport {
  let items: FakeTransport
  let blobs: FakeBlobTransport

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply { try await items.push(batch) }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await items.changes(request)
  }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { try await items.listen(request) }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await blobs.progress(of: digest)
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply { try await blobs.send(piece) }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await blobs.piece(of: digest, from: offset, limit: limit)
  }
}
