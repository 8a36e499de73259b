package import NotesDomain
import NotesHTTPAPI
package import NotesHosting
import Synchronization

/// The mock network: a simulated network in front of a server in the same process.
///
/// All faults follow from a seed, so that a run can be repeated, and all waits are those of a clock.
package final class MockNetwork: VaultTransport {
  private let service: any SyncService
  private let blobs: any BlobService
  private let vault: VaultID
  private let clock: any Clock<Duration>
  /// `nil` for a network without faults, which costs no more than the call.
  private let schedule: Mutex<FaultSchedule?>

  /// Creates a network.
  ///
  /// - Parameter vault: The vault of the server that all requests use.
  package init(
    service: any SyncService, blobs: any BlobService, vault: VaultID, faults: NetworkFaults, clock: any Clock<Duration>
  ) {
    self.service = service
    self.blobs = blobs
    self.vault = vault
    self.clock = clock
    schedule = Mutex(FaultSchedule(faults))
  }

  /// Replaces the faults, and forgets all earlier requests.
  package func reset(_ faults: NetworkFaults) {
    schedule.withLock { $0 = FaultSchedule(faults) }
  }

  package func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    try await carry(batch: batch) {
      try await service.push(batch, to: vault)
    } truncated: { reply, cut in
      let bytes = truncate(MessageFormat.encode(reply, to: batch), at: cut)
      return try MessageFormat.decodePushReply(bytes, to: batch, limit: bytes.count)
    }
  }

  package func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await carry {
      try await service.changes(request, in: vault)
    } truncated: { reply, cut in
      let bytes = truncate(MessageFormat.encode(reply), at: cut)
      return try MessageFormat.decodeChangesReply(bytes, limit: bytes.count)
    }
  }

  package func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await carry { try await blobs.progress(of: digest, in: vault) }
  }

  package func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try await carry { try await blobs.receive(piece, in: vault) }
  }

  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await carry { try await blobs.piece(of: digest, from: offset, limit: limit, in: vault) }
  }

  /// Polls for changes once a second, since the server in this process cannot report them.
  package func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    let changes = ChangesRequest(epoch: request.epoch, after: request.after, floor: request.after, limit: 1)
    var left = request.timeout
    while true {
      guard case .page(let page) = try await self.changes(changes), page.items.isEmpty else { return .changed }
      guard left > .zero else { return .unchanged }
      let pause = min(left, .seconds(1))
      do { try await sleep(pause) } catch { throw TransportError(error) }
      left -= pause
    }
  }

  /// Sends a request through the network, with the next fault of the schedule.
  ///
  /// - Parameters:
  ///   - batch: The batch of the request, which may arrive again later.
  ///   - truncated: Decodes a reply that was cut off.
  private func carry<Reply: Sendable>(
    batch: PushBatch? = nil, _ request: () async throws -> Reply,
    truncated: (Reply, _ cut: UInt64) throws -> Reply = { _, _ in
      throw TransportError.undecodable(detail: "the reply is cut off")
    }
  ) async throws(TransportError) -> Reply {
    let fault = schedule.withLock { $0?.next(for: batch) }
    do {
      if let fault {
        try await sleep(fault.delay)
        if let interruption = fault.interruption { throw interruption }
        if let duplicate = fault.duplicate { await deliver(duplicate) }
      }
      let reply = try await request()
      guard let fault else { return reply }
      if let straggler = fault.straggler { await deliver(straggler) }
      if fault.losesReply { throw TransportError.unreachable(detail: "the reply was lost") }
      try await sleep(fault.delayOfReply)
      return if let cut = fault.cut { try truncated(reply, cut) } else { reply }
    } catch {
      throw TransportError(error)
    }
  }

  /// Delivers a batch and drops the reply.
  private func deliver(_ batch: PushBatch) async {
    _ = try? await service.push(batch, to: vault)
  }

  private func truncate(_ bytes: [UInt8], at cut: UInt64) -> [UInt8] {
    Array(bytes.prefix(Int(cut % UInt64(bytes.count))))
  }

  private func sleep(_ duration: Duration) async throws {
    if duration > .zero { try await clock.sleep(for: duration) }
  }
}

extension FaultSchedule {
  /// Creates a schedule; `nil` when there are no faults.
  fileprivate init?(_ faults: NetworkFaults) {
    var harmless = NetworkFaults.none
    harmless.seed = faults.seed
    harmless.partitionLength = faults.partitionLength
    harmless.retryAfter = faults.retryAfter
    guard faults != harmless else { return nil }
    self.init(faults: faults)
  }
}

extension TransportError {
  /// Converts the error of a request to a server in this process.
  fileprivate init(_ error: any Error) {
    self =
      switch error {
      case let error as TransportError: error
      case let error as MessageDecodingError: TransportError(error)
      case ServiceError.store(let error):
        .unavailable(detail: "the server's store failed: \(error.summary)", retryAfter: nil)
      case ServiceError.malformed(let detail): .refused(detail: detail)
      case ServiceError.tooLarge(let limit): .refused(detail: "the request is larger than \(limit) bytes")
      case ServiceError.unauthorized: .unauthorized
      case ServiceError.unknownVault: .misaddressed(detail: "there is no such vault")
      default: .unreachable(detail: "the request was cancelled")
      }
  }
}

extension StoreError {
  /// A short description.
  fileprivate var summary: String {
    switch self {
    case .missing(let path): "\(path) does not exist"
    case .notAStore(let path): "\(path) is not a store"
    case .corrupt(let path, _): "\(path) is damaged"
    case .foreignLog(let path): "\(path) does not fit its log"
    case .newerVersion(let path, _, _): "\(path) was written by a newer version of the program"
    case .readOnly(let path): "\(path) is read-only"
    case .permissionDenied(let path): "no permission to read \(path)"
    case .locked(let path): "\(path) is locked by another program"
    case .diskFull: "there is no space left on the disk"
    case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
    case .unreachable(let path, let detail): "\(path) cannot be reached: \(detail)"
    case .restored(let path): "\(path) was restored"
    case .failed(let path, let detail): "\(path): \(detail)"
    case .exists(let id): "\(id) already exists"
    case .exceeds(let id, let excess): "\(id) is too large: \(excess.amount) instead of \(excess.limit.maximum)"
    }
  }
}
