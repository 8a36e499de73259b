import NotesDomain

/// A transport that rejects replies which no vault can give, before anything that encryption remembers depends on them.
struct ValidatingTransport: VaultTransport {
  let transport: any VaultTransport

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let reply = try await transport.push(batch)
    try ReplyValidator.check(reply, to: batch)
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    let reply = try await transport.changes(request)
    try ReplyValidator.check(reply, to: request)
    return reply
  }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    try await transport.listen(request)
  }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    let progress = try await transport.progress(of: digest)
    if let progress { try ReplyValidator.check(progress) }
    return progress
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    let reply = try await transport.send(piece)
    if case .progress(let progress) = reply { try ReplyValidator.check(progress) }
    return reply
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    let piece = try await transport.piece(of: digest, from: offset, limit: limit)
    if let piece { try ReplyValidator.check(piece, of: digest, from: offset, limit: limit) }
    return piece
  }
}
