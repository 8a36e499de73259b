import NotesDomain
import NotesHosting
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@testable import NotesNetwork

@Suite struct FaultScheduleTests {
  /// Faults of every kind.
  private static func bad(seed: UInt64) -> NetworkFaults {
    var faults = NetworkFaults.demo
    faults.seed = seed
    faults.partitions = Probability(percent: 2)
    faults.outages = Probability(percent: 5)
    return faults
  }

  /// Returns the results of many requests, and their arrivals.
  private func trace(_ network: MockNetwork, _ service: RecordingService) async -> [String] {
    var lines: [String] = []
    for number in 1...300 {
      lines.append("\(String(describing: await network.send(number)))")
      lines.append("\(String(describing: await network.ask()))")
    }
    return lines + ["\(service.arrivals)"]
  }

  private func trace(_ faults: NetworkFaults) async -> [String] {
    let service = RecordingService()
    let clock = ManualClock()
    let network = MockNetwork(service: service, blobs: service, vault: .main, faults: faults, clock: clock)
    return await trace(network, service) + ["\(clock.pauses)"]
  }

  @Test func `the same seed has the same faults`() async {
    for seed: UInt64 in [0, 1, .max] {
      let first = await trace(Self.bad(seed: seed))
      #expect(await trace(Self.bad(seed: seed)) == first, "seed \(seed)")
    }
  }

  @Test func `another seed has other faults`() async {
    let first = await trace(Self.bad(seed: 1))
    #expect(await trace(Self.bad(seed: 2)) != first)
  }

  @Test func `a reset network forgets earlier requests`() async {
    let service = RecordingService()
    let network = MockNetwork(to: service)
    network.reset(Self.bad(seed: 3))
    _ = await trace(network, service)
    let before = service.arrivals.count
    network.reset(Self.bad(seed: 3))
    _ = await trace(network, service)
    #expect(service.arrivals.count == 2 * before)
    #expect(Array(service.arrivals.prefix(before)) == Array(service.arrivals.suffix(before)))
    network.reset(.none)
    #expect(await network.ask() == nil)
  }

  /// Sends a batch until there is a reply.
  private func insist(_ batch: PushBatch, over network: MockNetwork) async -> PushReply? {
    for _ in 0..<1000 {
      if let reply = try? await network.push(batch) { return reply }
    }
    return nil
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `each batch takes effect once`(seed: UInt64) async throws {
    let graph = try Plan(
      (any SyncService).self, modules: [ServerModule(), ServerParts(NetworkSettings(mockNetwork: "/server"))]
    ).build()
    let network = MockNetwork(
      service: graph.root, blobs: RecordingService(), vault: .main, faults: Self.bad(seed: seed),
      clock: ManualClock())
    let device = DeviceID(bits: 1)
    guard
      case .epochChanged(let change) = try await graph.root.changes(
        ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: .main)
    else {
      Issue.record("no epoch")
      return
    }
    for number in 1...50 {
      let changes = [PushChange(id: NoteID(high: 0, low: UInt64(number)), base: .none, payload: [UInt8(number)])]
      let batch = PushBatch(epoch: change.epoch, device: device, number: number, changes: changes)
      #expect(
        await insist(batch, over: network) == .results([.applied(Revision(Int64(number)))]), "seed \(seed)")
    }
    let reply = try await graph.root.changes(
      ChangesRequest(epoch: change.epoch, after: .none, floor: nil, limit: 100), in: .main)
    guard case .page(let page) = reply else {
      Issue.record("no page")
      return
    }
    #expect(page.items.map(\.revision.number) == Array(1...50))
    #expect(page.items.map(\.id.low) == Array(1...50))
  }
}
