import NotesDomain
import NotesNetwork
import Synchronization

/// The way from a device to its vault: a played network, and around it what people and other devices do meanwhile.
final class FaultInjectingTransport: SyncTransport {
  /// What is lost of the next pushes, for histories that are written down.
  enum Losing: Sendable {
    case nothing, pushes, repliesToPushes
    /// Every question for changes after so many.
    case questions(after: Int)
  }

  private struct State {
    var losing = Losing.nothing
    /// The first batch that left.
    var first: PushBatch?
    var requests = 0
  }

  /// More requests than any history of this length needs.
  static let mostRequests = 20_000

  let network: MockNetwork
  let blobs: MockBlobNetwork
  let context: SimulationContext
  let device: Int
  private unowned let world: World
  private let state = Mutex(State())

  init(network: MockNetwork, blobs: any BlobService, context: SimulationContext, device: Int, world: World) {
    self.network = network
    self.blobs = MockBlobNetwork(network: network, service: blobs)
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

  /// The first batch that left since the beginning of the history.
  var first: PushBatch? { state.withLock { $0.first } }

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    try leave()
    let losing = state.withLock { state in
      if state.first == nil { state.first = batch }
      return state.losing
    }
    context.note(.request, device, Int64(batch.number), "  device \(device): sends \(EventDescription.of(batch))")
    if case .pushes = losing { throw .unreachable(detail: "the request was lost") }
    let reply: PushReply
    do throws(TransportError) {
      reply = try await network.push(batch)
    } catch {
      context.note(.reply, device, -1, "  device \(device): hears nothing: \(error)")
      throw error
    }
    if case .repliesToPushes = losing { throw .unreachable(detail: "the answer was lost") }
    context.note(.reply, device, EventDescription.number(of: reply), "  device \(device): hears \(EventDescription.of(reply))")
    try await arrive()
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try leave()
    let isLost = state.withLock { state in
      guard case .questions(let left) = state.losing else { return false }
      state.losing = .questions(after: max(0, left - 1))
      return left == 0
    }
    if isLost { throw .unreachable(detail: "the request was lost") }
    context.note(.request, device, request.after.number, "  device \(device): asks \(EventDescription.of(request))")
    let reply: ChangesReply
    do throws(TransportError) {
      reply = try await network.changes(request)
    } catch {
      context.note(.reply, device, -1, "  device \(device): hears nothing: \(error)")
      throw error
    }
    context.note(.reply, device, EventDescription.number(of: reply), "  device \(device): hears \(EventDescription.of(reply))")
    try await arrive()
    return reply
  }

  func leave() throws(TransportError) {
    let requests = state.withLock { state in
      state.requests += 1
      return state.requests
    }
    guard requests < Self.mostRequests else { throw .refused(detail: "there is no end to it") }
    if context.failure(at: .request, device) != nil { throw .unreachable(detail: "the request was lost") }
  }

  func arrive() async throws(TransportError) {
    if context.failure(at: .reply, device) != nil { throw .unreachable(detail: "the answer was lost") }
    await world.interrupt(device)
  }
}

extension FaultInjectingTransport: BlobTransport {
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await carry("asks how much there is of a file") { () async throws(TransportError) in
      try await blobs.progress(of: digest)
    }
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try await carry("sends a file from \(piece.offset)") { () async throws(TransportError) in
      try await blobs.send(piece)
    }
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await carry("asks for a file from \(offset)") { () async throws(TransportError) in
      try await blobs.piece(of: digest, from: offset, limit: limit)
    }
  }

  private func carry<Reply>(
    _ words: String, _ request: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    try leave()
    context.note(.request, device, -2, "  device \(device): \(words)")
    let reply: Reply
    do throws(TransportError) {
      reply = try await request()
    } catch {
      context.note(.reply, device, -2, "  device \(device): hears nothing: \(error)")
      throw error
    }
    try await arrive()
    return reply
  }
}
