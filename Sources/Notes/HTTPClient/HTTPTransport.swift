import NotesDomain
import NotesHTTPAPI

/// The transport to this device's vault over HTTP. Never retries.
struct HTTPTransport: VaultTransport {
  let client: APIClient
  let credentials: any CredentialStore

  /// Creates a request with the present credentials, since another program may sign in or out meanwhile.
  private func request(_ route: (VaultID) -> APIRoute) async throws(TransportError) -> APIRequest {
    let found: Credentials?
    do {
      found = try await credentials.load()
    } catch {
      throw .credentials(error)
    }
    guard let found else { throw .notConfigured }
    return APIRequest(server: found.server, route: route(found.vault), token: found.token)
  }

  /// Rejects a response whose status and message contradict each other.
  private func check(_ status: Int, is expected: Int) throws(TransportError) {
    guard status == expected else { throw .undecodable(detail: "status \(status) does not match the response") }
  }
}

extension HTTPTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    var request = try await request(APIRoute.push)
    request.body = (.json, MessageFormat.encode(batch))
    request.limit = MessageLimits.reply
    let response = try await client.response(to: request)
    guard [200, 409].contains(response.status) else { throw response.failure(of: request.server) }
    let reply = try response.message { try MessageFormat.decodePushReply($0, to: batch, limit: MessageLimits.reply) }
    try check(response.status, is: MessageFormat.status(of: reply))
    return reply
  }

  func changes(_ changes: ChangesRequest) async throws(TransportError) -> ChangesReply {
    var request = try await request(APIRoute.changes)
    request.query = MessageFormat.encode(changes)
    request.limit = MessageLimits.reply
    let response = try await client.response(to: request)
    guard [200, 409, 410].contains(response.status) else { throw response.failure(of: request.server) }
    let reply = try response.message { try MessageFormat.decodeChangesReply($0, limit: MessageLimits.reply) }
    try check(response.status, is: MessageFormat.status(of: reply))
    return reply
  }

  func listen(_ watch: WatchRequest) async throws(TransportError) -> WatchReply {
    var request = try await request(APIRoute.watch)
    request.query = MessageFormat.encode(watch)
    request.listenTimeout = watch.timeout
    let response = try await client.response(to: request)
    guard response.status == 200 else { throw response.failure(of: request.server) }
    return try response.message { try MessageFormat.decodeWatchReply($0, limit: MessageLimits.message) }
  }
}

// MARK: - Blobs

extension HTTPTransport {
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    let request = try await request { .blobProgress(digest, $0) }
    let response = try await client.response(to: request)
    switch response.status {
    case _ where response.isNotFound: return nil
    case 200:
      do {
        return try MessageFormat.decodeBlobProgress(
          received: response.field(APIHeader.blobReceived), size: response.field(APIHeader.blobSize))
      } catch {
        throw TransportError(error)
      }
    default: throw response.failure(of: request.server)
    }
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    guard let range = ContentRangeHeader(piece) else { throw .refused(detail: "invalid piece of an attachment") }
    var request = try await request { .sendBlob(piece.digest, $0) }
    request.fields = [(APIHeader.contentRange, range.text)]
    request.body = (.bytes, piece.bytes)
    let response = try await client.response(to: request)
    let isAboutBlob =
      switch try response.error()?.code {
      case .mismatch, .tooLarge, .overQuota: true
      default: response.status == 200
      }
    guard isAboutBlob else { throw response.failure(of: request.server) }
    let reply = try response.message { try MessageFormat.decodeBlobReply($0, limit: MessageLimits.message) }
    try check(response.status, is: MessageFormat.status(of: reply))
    return reply
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int
  ) async throws(TransportError) -> BlobPiece? {
    let limit = min(max(1, limit), BlobPiece.maximumBytes)
    guard let range = ByteRangeHeader(offset: offset, count: limit) else { return nil }
    var request = try await request { .blob(digest, $0) }
    request.fields = [(APIHeader.range, range.text)]
    request.limit = limit
    let response = try await client.response(to: request)
    switch response.status {
    case _ where response.isNotFound: return nil
    case 200, 206:
      let bytes = try response.content(.bytes)
      guard let range = response.field(APIHeader.contentRange).flatMap(ContentRangeHeader.init),
        range.offset == offset || range.size == 0, let piece = range.piece(of: digest, bytes)
      else { throw .undecodable(detail: "the response has another range than requested") }
      return piece
    case 416:
      guard let size = response.field(APIHeader.contentRange).flatMap(ContentRangeHeader.size(unsatisfied:)) else {
        throw response.failure(of: request.server)
      }
      return BlobPiece(digest: digest, size: size, offset: offset, bytes: [])
    default: throw response.failure(of: request.server)
    }
  }
}
