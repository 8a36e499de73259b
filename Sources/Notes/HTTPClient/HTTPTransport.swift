import NotesDomain
import NotesHTTPAPI

/// The way to this device's vault on its server, over HTTP. Whoever asks decides about another try.
struct HTTPTransport: Sendable {
  private let client: APIClient
  private let credentials: any CredentialStore

  init(client: APIClient, credentials: any CredentialStore) {
    self.client = client
    self.credentials = credentials
  }

  /// The credentials as they are now: somebody may sign in, or out, while another program of theirs waits for changes.
  private func present() throws(TransportError) -> Credentials {
    let found: Credentials?
    do throws(CredentialError) {
      found = try credentials.load()
    } catch {
      throw .credentials(error)
    }
    guard let found else { throw .notConfigured }
    return found
  }

  private func request(_ route: (VaultID) -> APIRoute) throws(TransportError) -> APIRequest {
    let credentials = try present()
    return APIRequest(server: credentials.server, route: route(credentials.vault), token: credentials.token)
  }

  /// An answer in which the status and the message say different things is none.
  private func check(_ status: Int, is expected: Int) throws(TransportError) {
    guard status == expected else { throw .undecodable(detail: "the status \(status) belongs to another answer") }
  }
}

extension HTTPTransport: SyncTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    var request = try request(APIRoute.push)
    request.body = (.json, MessageFormat.encode(batch))
    request.limit = MessageLimits.reply
    let answer = try await client.response(to: request)
    guard [200, 409].contains(answer.status) else { throw answer.failure(of: request.server) }
    let reply = try answer.message { (bytes) throws(MessageDecodingError) in
      try MessageFormat.decodePushReply(bytes, to: batch, limit: MessageLimits.reply)
    }
    try check(answer.status, is: MessageFormat.status(of: reply))
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    var apiRequest = try self.request(APIRoute.changes)
    apiRequest.query = MessageFormat.encode(request)
    apiRequest.limit = MessageLimits.reply
    let answer = try await client.response(to: apiRequest)
    guard [200, 409, 410].contains(answer.status) else { throw answer.failure(of: apiRequest.server) }
    let reply = try answer.message { (bytes) throws(MessageDecodingError) in
      try MessageFormat.decodeChangesReply(bytes, limit: MessageLimits.reply)
    }
    try check(answer.status, is: MessageFormat.status(of: reply))
    return reply
  }
}

extension HTTPTransport: ChangeListener {
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    var apiRequest = try self.request(APIRoute.watch)
    apiRequest.query = MessageFormat.encode(request)
    apiRequest.longPolling = request.milliseconds
    let answer = try await client.response(to: apiRequest)
    guard answer.status == 200 else { throw answer.failure(of: apiRequest.server) }
    return try answer.message { (bytes) throws(MessageDecodingError) in
      try MessageFormat.decodeWatchReply(bytes, limit: MessageLimits.message)
    }
  }
}

extension HTTPTransport: BlobTransport {
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    let request = try request { .blobProgress(digest, $0) }
    let answer = try await client.response(to: request)
    switch answer.status {
    case 404: return nil
    case 200:
      do throws(MessageDecodingError) {
        return try MessageFormat.decodeBlobProgress(
          received: answer.field(APIHeader.blobReceived), size: answer.field(APIHeader.blobSize))
      } catch {
        throw TransportError(error)
      }
    default: throw answer.failure(of: request.server)
    }
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    guard let range = ContentRangeHeader(piece) else { throw .refused(detail: "no blob has such a piece") }
    var request = try request { .sendBlob(piece.digest, $0) }
    request.fields = [(APIHeader.contentRange, range.text)]
    request.body = (.bytes, piece.bytes)
    let answer = try await client.response(to: request)
    let code = try answer.error()?.code
    // A proxy that lets nothing so large through: another time it will not either, and other files may fit.
    if answer.status == 413, code == nil { return .refused(.tooLarge) }
    let isAboutBlob =
      switch code {
      case .mismatch, .tooLarge, .overQuota: true
      default: answer.status == 200
      }
    guard isAboutBlob else { throw answer.failure(of: request.server) }
    let reply = try answer.message { (bytes) throws(MessageDecodingError) in
      try MessageFormat.decodeBlobReply(bytes, limit: MessageLimits.message)
    }
    try check(answer.status, is: MessageFormat.status(of: reply))
    return reply
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int
  ) async throws(TransportError) -> BlobPiece? {
    let limit = min(max(1, limit), BlobPiece.maximumBytes)
    guard let range = ByteRangeHeader(offset: offset, count: limit) else { return nil }
    var request = try request { .blob(digest, $0) }
    request.fields = [(APIHeader.range, range.text)]
    request.limit = limit
    let answer = try await client.response(to: request)
    switch answer.status {
    case 404: return nil
    case 200, 206:
      let bytes = try answer.content(.bytes)
      guard let place = answer.field(APIHeader.contentRange).flatMap(ContentRangeHeader.init),
        place.offset == offset || place.size == 0, let piece = place.piece(of: digest, bytes)
      else { throw .undecodable(detail: "the bytes are not those that were asked for") }
      return piece
    case 416:
      guard let size = answer.field(APIHeader.contentRange).flatMap(ContentRangeHeader.size(beyondEnd:)) else {
        throw answer.failure(of: request.server)
      }
      return BlobPiece(digest: digest, size: size, offset: offset, bytes: [])
    default: throw answer.failure(of: request.server)
    }
  }
}
