import NotesDomain
import NotesNetwork
import Synchronization

/// The transport of a device: the mock network, injected failures, and random events during requests.
final class FaultInjectingTransport: VaultTransport {
  /// The messages that are lost, in written histories.
  enum Losing: Sendable {
    case nothing, pushes, repliesToPushes
    /// All requests for changes after the first ones.
    case requestsForChanges(after: Int)
  }

  private struct State {
    var losing = Losing.nothing
    /// The first sent batch.
    var first: PushBatch?
    var requests = 0
  }

  /// More requests than any history needs.
  static let maximumRequests = 20_000

  let network: MockNetwork
  let context: SimulationContext
  let device: Int
  private unowned let world: World
  private let state = Mutex(State())

  init(network: MockNetwork, context: SimulationContext, device: Int, world: World) {
    self.network = network
    self.context = context
    self.device = device
    self.world = world
  }

  func reset(_ faults: NetworkFaults) {
    network.reset(faults)
    state.withLock { $0 = State() }
  }

  var losing: Losing {
    get { state.withLock { $0.losing } }
    set { state.withLock { $0.losing = newValue } }
  }

  /// The first batch of the history.
  var first: PushBatch? { state.withLock { $0.first } }

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    try await depart(.push)
    let losing = state.withLock { state in
      if state.first == nil { state.first = batch }
      return state.losing
    }
    context.record(
      .request, device: device, number: Int64(batch.number), "  device \(device): sends \(EventDescription.of(batch))")
    if case .pushes = losing { throw .unreachable(detail: "the request was lost") }
    let reply: PushReply
    do {
      reply = try await network.push(batch)
    } catch {
      context.record(.reply, device: device, number: -1, "  device \(device): gets no reply: \(error)")
      throw error
    }
    if case .repliesToPushes = losing { throw .unreachable(detail: "the reply was lost") }
    context.record(
      .reply, device: device, number: EventDescription.number(of: reply),
      "  device \(device): receives \(EventDescription.of(reply))")
    try await arrive()
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await depart(.changes)
    let isLost = state.withLock { state in
      guard case .requestsForChanges(let left) = state.losing else { return false }
      state.losing = .requestsForChanges(after: max(0, left - 1))
      return left == 0
    }
    if isLost { throw .unreachable(detail: "the request was lost") }
    context.record(
      .request, device: device, number: request.after.number,
      "  device \(device): requests \(EventDescription.of(request))")
    let reply: ChangesReply
    do {
      reply = try await network.changes(request)
    } catch {
      context.record(.reply, device: device, number: -1, "  device \(device): gets no reply: \(error)")
      throw error
    }
    context.record(
      .reply, device: device, number: EventDescription.number(of: reply),
      "  device \(device): receives \(EventDescription.of(reply))")
    try await arrive()
    return reply
  }

  private func depart(_ request: RequestKind) async throws(TransportError) {
    let requests = state.withLock { state in
      state.requests += 1
      return state.requests
    }
    guard requests < Self.maximumRequests else { throw .refused(detail: "too many requests") }
    if context.failure(at: .request, device: device) != nil { throw .unreachable(detail: "the request was lost") }
    await world.interrupt(device, before: request)
  }

  private func arrive() async throws(TransportError) {
    if context.failure(at: .reply, device: device) != nil { throw .unreachable(detail: "the reply was lost") }
    await world.interrupt(device)
  }
}

extension FaultInjectingTransport {
  /// Reports no change.
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { .unchanged }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await carry("requests the progress of a file") { () async throws(TransportError) in
      try await network.progress(of: digest)
    }
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try await carry("sends a file from \(piece.offset)") { () async throws(TransportError) in
      try await network.send(piece)
    }
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await carry("requests a file from \(offset)") { () async throws(TransportError) in
      try await network.piece(of: digest, from: offset, limit: limit)
    }
  }

  private func carry<Reply>(
    _ description: String, _ request: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    try await depart(.blob)
    context.record(.request, device: device, number: -2, "  device \(device): \(description)")
    let reply: Reply
    do {
      reply = try await request()
    } catch {
      context.record(.reply, device: device, number: -2, "  device \(device): gets no reply: \(error)")
      throw error
    }
    try await arrive()
    return reply
  }
}
