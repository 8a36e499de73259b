import NotesDomain

/// The way of requests over HTTP to a server's rules, as if those were called.
final class HTTPRoad: SyncService, BlobService {
  private let transport: any SyncTransport
  private let blobs: any BlobTransport
  private let serving: Task<Void, Never>

  init(transport: any SyncTransport, blobs: any BlobTransport, serving: Task<Void, Never>) {
    self.transport = transport
    self.blobs = blobs
    self.serving = serving
  }

  deinit {
    serving.cancel()
  }

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await asked { () async throws(TransportError) in try await transport.push(batch) }
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await asked { () async throws(TransportError) in try await transport.changes(request) }
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await asked { () async throws(TransportError) in try await blobs.progress(of: digest) }
  }

  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobReply {
    try await asked { () async throws(TransportError) in try await blobs.send(piece) }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await asked { () async throws(TransportError) in try await blobs.piece(of: digest, from: offset, limit: limit) }
  }

  private func asked<Reply>(_ ask: () async throws(TransportError) -> Reply) async throws(ServiceError) -> Reply {
    do throws(TransportError) {
      return try await ask()
    } catch {
      throw ServiceError(error)
    }
  }
}

extension ServiceError {
  /// What the rules said, by what arrived of it. A failure of HTTP itself counts as a refusal, which changes the history,
  /// so that it is noticed.
  fileprivate init(_ error: TransportError) {
    self =
      switch error {
      case .unavailable(let detail, _): .store(.failed(path: "over HTTP", detail: detail))
      default: .malformed(detail: "over HTTP: \(error)")
      }
  }
}
