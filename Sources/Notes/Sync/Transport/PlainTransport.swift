package import NotesDomain

/// The transport of a program that cannot encrypt: it passes everything on as it is, and refuses a vault that is encrypted.
///
/// Without it, such a program would send the server what other devices hide from it, and the engine would take what is sealed for
/// versions of a newer program.
package struct PlainTransport: VaultTransport {
  let transport: any VaultTransport
  let credentials: any CredentialStore
  let known: any EncryptionStore

  package init(transport: any VaultTransport, credentials: any CredentialStore, known: any EncryptionStore) {
    self.transport = transport
    self.credentials = credentials
    self.known = known
  }

  /// Refuses a vault of which this device has the keys, or knows that it has some.
  private func check() async throws(TransportError) {
    let signedIn: Credentials?
    do {
      signedIn = try await credentials.load()
    } catch {
      throw .credentials(error)
    }
    guard let signedIn else { return }
    let stage: EncryptionStage?
    do {
      stage = try await known.keyring(of: signedIn.vault)?.stage
    } catch {
      throw .encryption(.store(error))
    }
    if signedIn.keys != nil || stage?.isEncrypted == true { throw .encryption(.locked) }
  }

  package func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    try await check()
    let reply = try await transport.push(batch)
    if case .results(let results) = reply, results.isEncrypted(in: batch) { throw .encryption(.locked) }
    return reply
  }

  package func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await check()
    let reply = try await transport.changes(request)
    guard case .page(let page) = reply else { return reply }
    if page.items.contains(where: \.isEncrypted) { throw .encryption(.locked) }
    return .page(page.withoutNoteOfKeyring)
  }

  package func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    try await transport.listen(request)
  }

  package func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await check()
    return try await transport.progress(of: digest)
  }

  package func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try await check()
    return try await transport.send(piece)
  }

  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await check()
    return try await transport.piece(of: digest, from: offset, limit: limit)
  }
}
