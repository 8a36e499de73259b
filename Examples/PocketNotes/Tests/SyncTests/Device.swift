import Core
import MockNetwork
import Support
import Sync
import Synchronization
import Wiring

/// A device of a test: the real sync service over a store in memory, wired by the layer's own module.
struct Device {
  let store: InMemoryNoteStore
  let notebook: Notebook
  let log = RecordingLog()
  private let session: Graph<Session>

  /// - Parameter number: The number of the device, by which the ids of its notes differ from those of others.
  init(
    _ number: Int = 1, account: String = "ada", server: any NoteServer, store: InMemoryNoteStore = InMemoryNoteStore()
  ) throws {
    self.store = store
    let (store, log, ids) = (store, log, SequentialIDs(after: number * 1_000_000))
    notebook = Notebook(store: store, clock: TickingClock(), ids: ids)
    let plan = try Plan(modules: [
      SyncModule(),
      Bindings { binder in
        binder.bind((any SyncStore).self, to: store)
        binder.bind((any NoteServer).self, to: server)
        binder.bind((any WallClock).self, to: TickingClock())
        binder.bind((any Clock<Duration>).self, to: ManualClock(skipsSleep: true))
        binder.bind((any NoteIDs).self, to: ids)
        binder.bind((any CallLog).self, to: log)
      },
    ])
    session = try plan.build().open(.session, with: Session(account: account))
  }

  func sync() async throws -> SyncReport {
    try await session.resolve((any Syncing).self).sync()
  }

  /// The contents of the notes that are not deleted.
  func contents() async throws -> [Note.ID: Note.Content] {
    Dictionary(try await store.notes(matching: "").map { ($0.id, $0.content) }) { $1 }
  }

  func texts() async throws -> [String] {
    try await store.notes(matching: "").map(\.content.text).sorted()
  }
}

/// Returns a network without faults, unless some are set, over a server that forgets.
func network(_ server: MockServer = MockServer(), seed: UInt64 = 1) -> MockNetwork {
  var conditions = NetworkConditions()
  conditions.seed = seed
  return MockNetwork(server: server, conditions: conditions, clock: ManualClock(skipsSleep: true))
}

/// A server whose replies to offered versions are lost as long as a test says so.
final class ForgetfulServer: NoteServer {
  private let inner: any NoteServer
  private let isLosing = Mutex(false)

  init(inner: any NoteServer) {
    self.inner = inner
  }

  func loseReplies(_ isLosing: Bool) { self.isLosing.withLock { $0 = isLosing } }

  func push(_ version: PushedVersion, in session: Session) async throws(ServerError) -> PushReply {
    let reply = try await inner.push(version, in: session)
    if isLosing.withLock({ $0 }) { throw .unreachable }
    return reply
  }

  func versions(after cursor: Int, limit: Int, in session: Session) async throws(ServerError) -> ServerPage {
    try await inner.versions(after: cursor, limit: limit, in: session)
  }
}
