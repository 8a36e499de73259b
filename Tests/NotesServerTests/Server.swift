import NotesDomain
import NotesHosting
import NotesTestSupport
import Wiring

@testable import NotesServer

/// A server with an in-memory store, wired by its module.
struct Server {
  let store = InMemoryServerStore()
  let service: any SyncService
  let administration: any VaultAdministration
  let blobs: any BlobService
  let wallClock = FixedClock()

  init(
    settings: ServerSettings = ServerSettings(), over store: (any ServerStore)? = nil,
    rules change: ((inout ServerRules) -> Void)? = nil
  ) async throws {
    let graph = try Plan(
      ServerServices.self,
      modules: [ServerModule(settings), ServerPorts(store: store ?? self.store, wallClock: wallClock)]
    ) { overrides in
      guard let change else { return }
      var rules = ServerRules(settings: settings, randomness: SeededRandomness())
      change(&rules)
      overrides.replace(ServerRules.self, with: rules)
    }.build()
    service = graph.root.service
    administration = graph.root.administration
    blobs = graph.root.blobs
  }

  var subject: SyncServiceContract.Subject {
    SyncServiceContract.Subject(service: service, administration: administration)
  }

  /// The epoch of the main vault.
  func epoch() async throws -> Epoch? {
    let reply = try await service.changes(
      ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: .main)
    guard case .epochChanged(let change) = reply else { return nil }
    return change.epoch
  }

  /// Pushes changes in the present epoch.
  func push(_ changes: [PushChange], number: Int, of device: UInt128 = 1) async throws -> PushReply {
    let epoch = try await epoch() ?? Epoch(bits: 0)
    return try await service.push(
      PushBatch(epoch: epoch, device: DeviceID(bits: device), number: number, changes: changes), to: .main)
  }
}

extension PushChange {
  /// A change that writes a note, or deletes it.
  static func of(
    _ number: UInt64, over base: Int64 = 0, _ payload: [UInt8]? = [1], blobs: [BlobDigest] = []
  ) -> PushChange {
    PushChange(id: SequentialNoteIDGenerator.id(number), base: Revision(base), payload: payload, blobs: blobs)
  }
}
