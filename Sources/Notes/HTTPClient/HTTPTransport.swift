import NotesDomain
import NotesWire

/// The way to this device's vault on its server, over HTTP. Whoever asks decides about another try.
struct HTTPTransport: Sendable {
  private let exchange: HTTPExchange
  private let credentials: any CredentialStore

  init(exchange: HTTPExchange, credentials: any CredentialStore) {
    self.exchange = exchange
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

  private func question(_ route: (VaultID) -> WireRoute) throws(TransportError) -> HTTPQuestion {
    let credentials = try present()
    return HTTPQuestion(server: credentials.server, route: route(credentials.vault), token: credentials.token)
  }

  /// An answer in which the status and the message say different things is none.
  private func check(_ status: Int, is expected: Int) throws(TransportError) {
    guard status == expected else { throw .undecodable(detail: "the status \(status) belongs to another answer") }
  }
}

extension HTTPTransport: SyncTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    var question = try question(WireRoute.push)
    question.body = (.json, WireFormat.encode(batch))
    question.limit = WireLimit.reply
    let answer = try await exchange.answer(to: question)
    guard [200, 409].contains(answer.status) else { throw answer.failure(of: question.server) }
    let reply = try answer.message { (bytes) throws(WireProblem) in
      try WireFormat.decodePushReply(bytes, to: batch, limit: WireLimit.reply)
    }
    try check(answer.status, is: WireFormat.status(of: reply))
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    var question = try question(WireRoute.changes)
    question.query = WireFormat.encode(request)
    question.limit = WireLimit.reply
    let answer = try await exchange.answer(to: question)
    guard [200, 409, 410].contains(answer.status) else { throw answer.failure(of: question.server) }
    let reply = try answer.message { (bytes) throws(WireProblem) in
      try WireFormat.decodeChangesReply(bytes, limit: WireLimit.reply)
    }
    try check(answer.status, is: WireFormat.status(of: reply))
    return reply
  }
}

extension HTTPTransport: ChangeListener {
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    var question = try question(WireRoute.watch)
    question.query = WireFormat.encode(request)
    question.listening = request.milliseconds
    let answer = try await exchange.answer(to: question)
    guard answer.status == 200 else { throw answer.failure(of: question.server) }
    return try answer.message { (bytes) throws(WireProblem) in
      try WireFormat.decodeWatchReply(bytes, limit: WireLimit.message)
    }
  }
}

extension HTTPTransport: BlobTransport {
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    let question = try question { .blobProgress(digest, $0) }
    let answer = try await exchange.answer(to: question)
    switch answer.status {
    case 404: return nil
    case 200:
      do throws(WireProblem) {
        return try WireFormat.decodeBlobProgress(
          received: answer.field(WireHeader.blobReceived), size: answer.field(WireHeader.blobSize))
      } catch {
        throw TransportError(error)
      }
    default: throw answer.failure(of: question.server)
    }
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobReply {
    guard let range = WireContentRange(piece) else { throw .refused(detail: "no blob has such a piece") }
    var question = try question { .sendBlob(piece.digest, $0) }
    question.fields = [(WireHeader.contentRange, range.text)]
    question.body = (.bytes, piece.bytes)
    let answer = try await exchange.answer(to: question)
    let code = try answer.error()?.code
    // A proxy that lets nothing so large through: another time it will not either, and other files may fit.
    if answer.status == 413, code == nil { return .refused(.tooLarge) }
    let isAboutBlob =
      switch code {
      case .mismatch, .tooLarge, .overQuota: true
      default: answer.status == 200
      }
    guard isAboutBlob else { throw answer.failure(of: question.server) }
    let reply = try answer.message { (bytes) throws(WireProblem) in
      try WireFormat.decodeBlobReply(bytes, limit: WireLimit.message)
    }
    try check(answer.status, is: WireFormat.status(of: reply))
    return reply
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int
  ) async throws(TransportError) -> BlobPiece? {
    let limit = min(max(1, limit), BlobPiece.mostBytes)
    guard let range = WireByteRange(offset: offset, count: limit) else { return nil }
    var question = try question { .blob(digest, $0) }
    question.fields = [(WireHeader.range, range.text)]
    question.limit = limit
    let answer = try await exchange.answer(to: question)
    switch answer.status {
    case 404: return nil
    case 200, 206:
      let bytes = try answer.content(.bytes)
      guard let place = answer.field(WireHeader.contentRange).flatMap(WireContentRange.init),
        place.offset == offset || place.size == 0, let piece = place.piece(of: digest, bytes)
      else { throw .undecodable(detail: "the bytes are not those that were asked for") }
      return piece
    case 416:
      guard let size = answer.field(WireHeader.contentRange).flatMap(WireContentRange.size(beyondEnd:)) else {
        throw answer.failure(of: question.server)
      }
      return BlobPiece(digest: digest, size: size, offset: offset, bytes: [])
    default: throw answer.failure(of: question.server)
    }
  }
}
