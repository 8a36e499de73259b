package import NotesDomain
import NotesWire
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
    guard let fate = schedule.withLock({ $0?.next(for: batch) }) else { return try await execute(batch) }
    try await depart(fate)
    let reply = try await execute(batch)
    try await arrive(fate)
    guard let cut = fate.cut else { return reply }
    return try decode(WireFormat.encode(reply, to: batch), cutAt: cut) { bytes throws(WireProblem) in
      try WireFormat.decodePushReply(bytes, to: batch, limit: bytes.count)
    }
  }

  package func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    guard let fate = schedule.withLock({ $0?.next(for: nil) }) else { return try await answer(request) }
    try await depart(fate)
    let reply = try await answer(request)
    try await arrive(fate)
    guard let cut = fate.cut else { return reply }
    return try decode(WireFormat.encode(reply), cutAt: cut) { bytes throws(WireProblem) in
      try WireFormat.decodeChangesReply(bytes, limit: bytes.count)
    }
  }

  /// Carries a request that is no batch, and its answer, to and fro.
  ///
  /// - Parameter request: What the other side does.
  func carry<Reply: Sendable>(
    _ request: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    guard let fate = schedule.withLock({ $0?.next(for: nil) }) else { return try await request() }
    try await depart(fate)
    let reply = try await request()
    try await arrive(fate)
    guard fate.cut == nil else { throw .undecodable(detail: "the answer is cut off") }
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
  private func depart(_ fate: Fate) async throws(TransportError) {
    try await pass(fate.delay)
    if let interruption = fate.interruption { throw interruption }
    if let duplicate = fate.duplicate { await deliver(duplicate) }
  }

  /// The way of an answer to the device.
  private func arrive(_ fate: Fate) async throws(TransportError) {
    if let straggler = fate.straggler { await deliver(straggler) }
    if fate.losesReply { throw .unreachable(detail: "the answer was lost") }
    try await pass(fate.delayOfReply)
  }

  /// Brings a batch whose answer nobody waits for.
  private func deliver(_ batch: PushBatch) async {
    _ = try? await service.push(batch, to: vault)
  }

  /// Reads what is left of an answer.
  private func decode<Reply>(
    _ bytes: [UInt8], cutAt cut: UInt64, _ read: ([UInt8]) throws(WireProblem) -> Reply
  ) throws(TransportError) -> Reply {
    do throws(WireProblem) {
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
