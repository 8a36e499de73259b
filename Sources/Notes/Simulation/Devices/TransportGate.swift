import NotesDomain
import NotesNetwork
import Synchronization

/// The way from a device to its vault: a played network, and around it what people and other devices do meanwhile.
final class TransportGate: SyncTransport {
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
  let scene: Scene
  let device: Int
  private unowned let world: World
  private let state = Mutex(State())

  init(network: MockNetwork, blobs: any BlobService, scene: Scene, device: Int, world: World) {
    self.network = network
    self.blobs = MockBlobNetwork(network: network, service: blobs)
    self.scene = scene
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
    scene.note(.request, device, Int64(batch.number), "  device \(device): sends \(Words.of(batch))")
    if case .pushes = losing { throw .unreachable(detail: "the request was lost") }
    let reply: PushReply
    do throws(TransportError) {
      reply = try await network.push(batch)
    } catch {
      scene.note(.reply, device, -1, "  device \(device): hears nothing: \(error)")
      throw error
    }
    if case .repliesToPushes = losing { throw .unreachable(detail: "the answer was lost") }
    scene.note(.reply, device, Words.number(of: reply), "  device \(device): hears \(Words.of(reply))")
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
    scene.note(.request, device, request.after.number, "  device \(device): asks \(Words.of(request))")
    let reply: ChangesReply
    do throws(TransportError) {
      reply = try await network.changes(request)
    } catch {
      scene.note(.reply, device, -1, "  device \(device): hears nothing: \(error)")
      throw error
    }
    scene.note(.reply, device, Words.number(of: reply), "  device \(device): hears \(Words.of(reply))")
    try await arrive()
    return reply
  }

  func leave() throws(TransportError) {
    let requests = state.withLock { state in
      state.requests += 1
      return state.requests
    }
    guard requests < Self.mostRequests else { throw .refused(detail: "there is no end to it") }
    if scene.failure(at: .request, device) != nil { throw .unreachable(detail: "the request was lost") }
  }

  func arrive() async throws(TransportError) {
    if scene.failure(at: .reply, device) != nil { throw .unreachable(detail: "the answer was lost") }
    await world.interrupt(device)
  }
}
