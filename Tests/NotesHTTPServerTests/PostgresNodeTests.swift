import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesPostgres
import NotesServer
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesHTTPServer

/// Two nodes over one PostgreSQL, with everything from the routes to the tables, and no message but through the database.
@Suite("Nodes over PostgreSQL") struct PostgresNodeTests {
  private let clock = ManualClock { _ in true }
  private let death = Death()
  private let ada: Tenant
  private let address: String

  init() async throws {
    ada = try Tenant("ada", seed: 1)
    address = try await PostgresCluster.shared.makeSchema()
  }

  @Test(.timeLimit(.minutes(5))) func `a change at one node wakes a device that watches at the other`() async throws {
    try await withNodes { first, second in
      let epoch = try await epoch(second)
      async let waited = watch(second, epoch)
      await clock.waitForSleeper()
      // When
      #expect(try await push(batch(epoch), first) == .results([.applied(Revision(1))]))
      // Then, although no time has passed
      let reply = try await waited
      #expect(try MessageFormat.decodeWatchReply(Array(buffer: reply.body), limit: 1000) == .changed)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a device that is revoked at one node is refused by the other at once, and its wait there ends`() async throws {
    try await withNodes { first, second in
      let epoch = try await epoch(second)
      async let waited = watch(second, epoch)
      await clock.waitForSleeper()
      // When
      let revoked = try await first.send(.delete, APIRoute.revoke(ada.principal.device).path, as: ada)
      #expect(revoked.status == .noContent)
      // Then
      for (method, path, body) in [
        (.get, APIRoute.changes(ada.principal.vault).path + "?after=0&limit=1", nil),
        (.post, APIRoute.push(ada.principal.vault).path, MessageFormat.encode(batch(epoch))),
        (.get, APIRoute.devices.path, nil),
      ] as [(HTTPRequest.Method, String, [UInt8]?)] {
        #expect(try await second.send(method, path, as: ada, body: body).status == .unauthorized)
      }
      #expect(try await waited.status == .unauthorized)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a batch whose node dies between commit and answer is answered by the other node, and applied once`()
    async throws
  {
    try await withNodes { first, second in
      let (epoch, path) = (try await epoch(second), APIRoute.push(ada.principal.vault).path)
      let batch = batch(epoch)
      death.isNear.store(true, ordering: .sequentiallyConsistent)
      let lost = try await first.send(.post, path, as: ada, body: MessageFormat.encode(batch))
      #expect(lost.status == .serviceUnavailable)
      // When
      let repeated = try await push(batch, second)
      // Then
      #expect(repeated == .results([.applied(Revision(1))]))
      #expect(try await push(batch, second) == repeated)
      let asked = try await second.send(
        .get, APIRoute.changes(ada.principal.vault).path + "?after=0&limit=9&epoch=\(epoch)", as: ada)
      guard case .page(let page) = try MessageFormat.decodeChangesReply(Array(buffer: asked.body), limit: 1000) else {
        throw CancellationError()
      }
      #expect(page.items.map(\.revision) == [Revision(1)])
    }
  }

  // MARK: Nodes

  /// A node, from its routes to its connections.
  private struct Node: Sendable {
    let ports: HTTPServerPorts
    let accounts: any AccountStore
  }

  private struct NodeModule: Module {
    let address: String
    let number: UInt64
    let clock: ManualClock
    let death: Death
    let isListening: OneShotEvent

    func configure(_ binder: inout Binder) {
      binder.bind(PostgresSettings.self, to: PostgresSettings(address: address, maximumConnections: 4))
      binder.bind((any Randomness).self, to: SeededRandomness(seed: number))
      binder.bind((any Clock<Duration>).self, to: clock)
      binder.bind((any WallClock).self, to: FixedClock())
      binder.bind(Death.self, to: death)
      binder.decorate((any ServerStore).self, MortalStore.init(inner:death:))
      binder.decorate((any WatchService).self) { [isListening] (inner: any WatchService) in
        ListeningWatchService(inner: inner, isListening: isListening)
      }
      binder.bind(Node.init)
    }
  }

  private func node(_ number: UInt64, isListening: OneShotEvent) throws -> Node {
    var settings = ServerSettings()
    settings.vaultsNeedAccounts = true
    return try Plan(
      Node.self,
      modules: [
        ServerModule(settings), AccountsModule(), WatchModule(), PostgresModule(), PortsModule(),
        NodeModule(address: address, number: number, clock: clock, death: death, isListening: isListening),
      ]
    ).build().root
  }

  /// Runs a test with a client of each node, while they receive messages. Ada has an account and a device.
  private func withNodes(
    _ test: @escaping @Sendable (any TestClientProtocol, any TestClientProtocol) async throws -> Void
  ) async throws {
    let listening = [OneShotEvent(), OneShotEvent()]
    let nodes = try [node(1, isListening: listening[0]), node(2, isListening: listening[1])]
    let hash = PasswordHash(text: "$")
    let account = Account(name: ada.principal.account, vault: ada.principal.vault, created: FixedClock.start)
    _ = try await nodes[0].accounts.add(account, hash: hash)
    let device = SignedInDevice(
      id: ada.principal.device, label: "laptop", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    _ = try await nodes[0].accounts.add(device, digest: ada.token.digest, to: account.name, knownBy: hash, limit: 1)
    let graphs = try nodes.map { node in
      try Plan(
        ServerComponents.self, modules: [node.ports, ServerComponentsModule(settings: HTTPServerSettings())]
      ) { $0.replace((any LogOutput).self, with: MemoryLog()) }.build()
    }
    try await buildApplication(graphs[0]).test(.router) { first in
      try await buildApplication(graphs[1]).test(.router) { second in
        try await withThrowingTaskGroup { group in
          for graph in graphs {
            let receiver = try NodeMessageReceiver(
              messenger: graph.resolve((any NodeMessenger).self), watching: graph.resolve((any WatchService).self),
              revocations: graph.resolve(RevocationNotifier.self), clock: clock)
            group.addTask { try await receiver.run() }
          }
          for event in listening { await event.wait() }
          try await test(first, second)
          group.cancelAll()
        }
      }
    }
  }

  // MARK: Requests

  private func batch(_ epoch: Epoch) -> PushBatch {
    let change = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: [1])
    return PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: 1, changes: [change])
  }

  private func push(_ batch: PushBatch, _ client: any TestClientProtocol) async throws -> PushReply {
    let reply = try await client.send(
      .post, APIRoute.push(ada.principal.vault).path, as: ada, body: MessageFormat.encode(batch))
    return try MessageFormat.decodePushReply(Array(buffer: reply.body), to: batch, limit: 1000)
  }

  private func epoch(_ client: any TestClientProtocol) async throws -> Epoch {
    let asked = try await client.send(
      .get, APIRoute.changes(ada.principal.vault).path + "?after=0&limit=1", as: ada)
    guard case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: asked.body), limit: 1000)
    else { throw CancellationError() }
    return change.epoch
  }

  private func watch(_ client: any TestClientProtocol, _ epoch: Epoch) async throws -> TestResponse {
    let path = APIRoute.watch(ada.principal.vault).path + "?after=0&epoch=\(epoch)&wait=60000"
    return try await client.send(.get, path, as: ada)
  }
}

/// The death of a node, which comes after its next commit.
private final class Death: Sendable {
  let isNear = Atomic(false)
}

/// A store of a node that dies after a commit, so that the device gets no answer.
private struct MortalStore: ServerStore {
  let inner: any ServerStore
  let death: Death

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let value = try await inner.write(vault, prefetching: prefetch, body)
    guard !death.isNear.exchange(false, ordering: .sequentiallyConsistent) else {
      throw .unreachable(path: "database", detail: "the node was killed")
    }
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, prefetching: prefetch, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }

  func health() async throws(StoreError) -> StoreHealth { try await inner.health() }

  func consolidate() async { await inner.consolidate() }
}
