package import NotesDomain
import NotesHTTPAPI
import Synchronization

/// A network that is only played, in front of a server in the same process, with the faults of a real one.
///
/// Its time is that of its ``Sleeper``, and its bad luck follows from a seed, so that a run can be had again, and takes no
/// longer than its sleeper does.
package final class MockNetwork: SyncTransport {
  private let service: any SyncService
  /// The vault that it leads to.
  let vault: VaultID
  private let sleeper: any Sleeper
  /// `nil` for a network without faults, which then costs nothing but the call. Never held while anybody waits.
  private let schedule: Mutex<FaultSchedule?>

  /// Creates a network.
  ///
  /// - Parameters:
  ///   - service: The server at the other end.
  ///   - vault: The vault that it leads to.
  ///   - faults: What is wrong with it.
  ///   - sleeper: How a request passes its time.
  package init(service: any SyncService, vault: VaultID, faults: NetworkFaults, sleeper: any Sleeper) {
    self.service = service
    self.vault = vault
    self.sleeper = sleeper
    schedule = Mutex(FaultSchedule(faults))
  }

  /// Makes another network of it, which remembers nothing of what it carried.
  ///
  /// - Parameter faults: What is wrong with it from now on, from the beginning of its seed.
  package func reset(_ faults: NetworkFaults) {
    schedule.withLock { $0 = FaultSchedule(faults) }
  }

  package func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    guard let fault = schedule.withLock({ $0?.next(for: batch) }) else { return try await execute(batch) }
    try await depart(fault)
    let reply = try await execute(batch)
    try await arrive(fault)
    guard let cut = fault.cut else { return reply }
    return try decode(MessageFormat.encode(reply, to: batch), cutAt: cut) { bytes throws(MessageDecodingError) in
      try MessageFormat.decodePushReply(bytes, to: batch, limit: bytes.count)
    }
  }

  package func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    guard let fault = schedule.withLock({ $0?.next(for: nil) }) else { return try await answer(request) }
    try await depart(fault)
    let reply = try await answer(request)
    try await arrive(fault)
    guard let cut = fault.cut else { return reply }
    return try decode(MessageFormat.encode(reply), cutAt: cut) { bytes throws(MessageDecodingError) in
      try MessageFormat.decodeChangesReply(bytes, limit: bytes.count)
    }
  }

  /// Carries a request that is no batch, and its answer, to and fro.
  ///
  /// - Parameter request: What the other side does.
  func carry<Reply: Sendable>(
    _ request: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    guard let fault = schedule.withLock({ $0?.next(for: nil) }) else { return try await request() }
    try await depart(fault)
    let reply = try await request()
    try await arrive(fault)
    guard fault.cut == nil else { throw .undecodable(detail: "the answer is cut off") }
    return reply
  }

  private func execute(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    do throws(ServiceError) {
      return try await service.push(batch, to: vault)
    } catch {
      throw TransportError(error)
    }
  }

  private func answer(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    do throws(ServiceError) {
      return try await service.changes(request, in: vault)
    } catch {
      throw TransportError(error)
    }
  }

  /// The way of a request to the server.
  private func depart(_ fault: RequestFault) async throws(TransportError) {
    try await pass(fault.delay)
    if let interruption = fault.interruption { throw interruption }
    if let duplicate = fault.duplicate { await deliver(duplicate) }
  }

  /// The way of an answer to the device.
  private func arrive(_ fault: RequestFault) async throws(TransportError) {
    if let straggler = fault.straggler { await deliver(straggler) }
    if fault.losesReply { throw .unreachable(detail: "the answer was lost") }
    try await pass(fault.delayOfReply)
  }

  /// Brings a batch whose answer nobody waits for.
  private func deliver(_ batch: PushBatch) async {
    _ = try? await service.push(batch, to: vault)
  }

  /// Reads what is left of an answer.
  private func decode<Reply>(
    _ bytes: [UInt8], cutAt cut: UInt64, _ read: ([UInt8]) throws(MessageDecodingError) -> Reply
  ) throws(TransportError) -> Reply {
    do throws(MessageDecodingError) {
      return try read(Array(bytes.prefix(Int(cut % UInt64(bytes.count)))))
    } catch {
      throw TransportError(error)
    }
  }

  private func pass(_ milliseconds: Int) async throws(TransportError) {
    guard milliseconds > 0 else { return }
    do throws(CancellationError) {
      try await sleeper.sleep(milliseconds: milliseconds)
    } catch {
      throw .unreachable(detail: "the request was given up")
    }
  }
}

extension FaultSchedule {
  /// Creates a schedule; `nil` when there is no fault to deal out.
  fileprivate init?(_ faults: NetworkFaults) {
    var harmless = NetworkFaults.none
    harmless.seed = faults.seed
    harmless.partitionLength = faults.partitionLength
    harmless.retryAfter = faults.retryAfter
    guard faults != harmless else { return nil }
    self.init(faults: faults)
  }
}

/// The way of blobs over a network that is only played, whose faults they meet as everything else does.
package struct MockBlobNetwork: BlobTransport {
  let network: MockNetwork
  let service: any BlobService

  /// Creates the way of blobs.
  ///
  /// - Parameters:
  ///   - network: The network that they go over.
  ///   - service: The other side.
  package init(network: MockNetwork, service: any BlobService) {
    self.network = network
    self.service = service
  }

  /// How much of a blob the vault holds.
  package func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await network.carry { () async throws(TransportError) in
      try await asked { () async throws(ServiceError) in try await service.progress(of: digest, in: network.vault) }
    }
  }

  /// Sends a piece.
  package func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try await network.carry { () async throws(TransportError) in
      try await asked { () async throws(ServiceError) in try await service.receive(piece, in: network.vault) }
    }
  }

  /// Asks for a piece.
  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await network.carry { () async throws(TransportError) in
      try await asked { () async throws(ServiceError) in
        try await service.piece(of: digest, from: offset, limit: limit, in: network.vault)
      }
    }
  }

  private func asked<Reply>(_ ask: () async throws(ServiceError) -> Reply) async throws(TransportError) -> Reply {
    do throws(ServiceError) {
      return try await ask()
    } catch {
      throw TransportError(error)
    }
  }
}

extension TransportError {
  /// What a device hears of a server that did not execute a request.
  init(_ error: ServiceError) {
    self =
      switch error {
      case .store(let error): .unavailable(detail: "the server's store fails: \(error.summary)", retryAfter: nil)
      case .malformed(let detail): .refused(detail: detail)
      case .tooLarge(let limit): .refused(detail: "the request is larger than \(limit) bytes")
      case .unknownVault: .refused(detail: "there is no such vault")
      }
  }
}

extension StoreError {
  /// The failure in a few words.
  fileprivate var summary: String {
    switch self {
    case .notAStore(let path): "\(path) is something else than a store"
    case .corrupt(let path, _): "\(path) is damaged"
    case .newerVersion(let path, _, _): "\(path) was made by a newer version of the program"
    case .readOnly(let path): "\(path) may not be written"
    case .permissionDenied(let path): "\(path) may not be read"
    case .locked(let path): "\(path) is locked by another program"
    case .diskFull: "there is no space left on the disk"
    case .cannotCreate(let path, let reason): "\(path) cannot be made: \(reason)"
    case .failed(let path, let detail): "\(path): \(detail)"
    case .exists(let id): "\(id) is there already"
    }
  }
}
