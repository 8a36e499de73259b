import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesHTTPServer

/// Two servers that share a store.
@Suite("Nodes of one server") struct NodeTests {
  private let clock = ManualClock { _ in true }
  private let nodes = InMemoryNodes()
  private let first: TestServer
  private let second: TestServer

  init() throws {
    var server = try TestServer(clock: clock)
    server.messenger = nodes.messenger(1)
    first = server
    server.messenger = nodes.messenger(2)
    second = server
  }

  @Test(.timeLimit(.minutes(5)))
  func `a long poll at one node ends when a device sends a change to another`() async throws {
    try await withNodes { first, second in
      let epoch = try await epoch(second)
      async let waited = watch(second, epoch)
      await clock.waitForSleeper()
      // When
      let change = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: [1])
      let batch = PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: [change])
      let pushed = try await first.send(
        .post, APIRoute.push(self.first.ada.principal.vault).path, as: self.first.ada, body: MessageFormat.encode(batch)
      )
      #expect(pushed.status == .ok)
      // Then, although no time has passed
      let reply = try await waited
      #expect(try MessageFormat.decodeWatchReply(Array(buffer: reply.body), limit: 1000) == .changed)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a long poll at one node ends when its device is revoked at another`() async throws {
    try await withNodes { _, second in
      let epoch = try await epoch(second)
      async let waited = watch(second, epoch)
      await clock.waitForSleeper()
      let ada = self.first.ada.principal
      try await self.first.accounts.revoke(ada.device, for: ada, from: "p")
      nodes.messenger(1).send(.revocation(ada.device))
      #expect(try await waited.status == .unauthorized)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `after messages may have been missed, a long poll of a revoked device ends`() async throws {
    try await withNodes { _, second in
      let epoch = try await epoch(second)
      async let waited = watch(second, epoch)
      await clock.waitForSleeper()
      let ada = self.first.ada.principal
      try await self.first.accounts.revoke(ada.device, for: ada, from: "p")
      nodes.messenger(1).send(.gap)
      #expect(try await waited.status == .unauthorized)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `after messages may have been missed, many long polls end in portions`() async throws {
    // Given
    let revocations = RevocationNotifier()
    let devices = (0..<250).map { SignedInDeviceID(bits: UInt64($0)) }
    let events = devices.map { revocations.subscribe(to: $0) }
    let graph = try await first.graph()
    let receiver = try NodeMessageReceiver(
      messenger: nodes.messenger(1), watching: graph.resolve((any WatchService).self), revocations: revocations,
      clock: clock)
    var counts: [Int] = []
    // When
    await withThrowingTaskGroup { group in
      group.addTask { try await receiver.run() }
      for _ in 1...2 {
        await clock.waitForSleeper()
        counts.append(events.count(where: \.hasFired))
        clock.advance(by: NodeMessageReceiver.pause)
      }
      while !events.allSatisfy(\.hasFired) { await Task.yield() }
      group.cancelAll()
    }
    // Then
    #expect(counts == [100, 200])
  }

  /// Runs a test with a client of each node, while they receive messages.
  private func withNodes(
    _ test: @escaping @Sendable (any TestClientProtocol, any TestClientProtocol) async throws -> Void
  ) async throws {
    let graphs = [try await first.graph(), try await second.graph()]
    try await buildApplication(graphs[0]).test(.router) { first in
      try await buildApplication(graphs[1]).test(.router) { second in
        try await withThrowingTaskGroup { group in
          for graph in graphs {
            let isListening = OneShotEvent()
            let watching = try ListeningWatchService(
              inner: graph.resolve((any WatchService).self), isListening: isListening)
            let receiver = try NodeMessageReceiver(
              messenger: graph.resolve((any NodeMessenger).self), watching: watching,
              revocations: graph.resolve(RevocationNotifier.self), clock: clock)
            group.addTask { try await receiver.run() }
            // Before the test begins a long poll, which the first message would end.
            await isListening.wait()
          }
          try await test(first, second)
          group.cancelAll()
        }
      }
    }
  }

  private func epoch(_ client: any TestClientProtocol) async throws -> Epoch {
    let path = APIRoute.changes(first.ada.principal.vault).path + "?after=0&limit=1"
    let asked = try await client.send(.get, path, as: first.ada)
    guard case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: asked.body), limit: 1000)
    else { throw CancellationError() }
    return change.epoch
  }

  private func watch(_ client: any TestClientProtocol, _ epoch: Epoch) async throws -> TestResponse {
    let path = APIRoute.watch(first.ada.principal.vault).path + "?after=0&epoch=\(epoch)&wait=60000"
    return try await client.send(.get, path, as: first.ada)
  }
}
