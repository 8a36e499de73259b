import NotesDomain
import NotesHosting
import NotesServer
import NotesTestSupport
import Synchronization
import Wiring

/// The server's store: forwards to another store in each history, fails where the context says so, and records writes.
final class FaultInjectingServerStore: ServerStore {
  /// The number of the server in traces.
  static let number = 99

  private let context: SimulationContext
  private let current = Mutex<(any ServerStore)?>(nil)
  private let observations = Mutex(ServerObservations())

  init(context: SimulationContext) {
    self.context = context
  }

  /// The store of the present history.
  var store: any ServerStore {
    get throws(StoreError) {
      guard let store = current.withLock({ $0 }) else { throw .cannotCreate(path: "/vaults", reason: "no server") }
      return store
    }
  }

  func connect(to store: (any ServerStore)?) {
    current.withLock { $0 = store }
    observations.withLock { $0 = ServerObservations() }
  }

  /// The first violation.
  var violation: Violation? { observations.withLock { $0.violation } }

  /// Allows deleted notes to return with their old contents.
  func allowRevivals() {
    observations.withLock { $0.isForgiving = true }
  }

  /// Allows batches to be executed again.
  func allowRepeatedBatches() {
    observations.withLock { ($0.isForgiving, $0.isForgetful) = (true, true) }
  }

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeServerCommit, device: Self.number) { throw failure }
    let (value, writes) = try await store.write(vault) { transaction -> (Value, CommittedWrites) in
      let recording = RecordingTransaction(transaction)
      let value = try body(recording)
      return (value, CommittedWrites(recording))
    }
    recordCommitted(writes)
    if let failure = context.failure(at: .afterServerCommit, device: Self.number) { throw failure }
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeServerCommit, device: Self.number) { throw failure }
    return try await store.read(vault, prefetching: prefetch, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try await store.vaults()
  }

  func health() async throws(StoreError) -> StoreHealth { try await store.health() }

  func consolidate() async { try? await store.consolidate() }

  /// The recorded writes of a transaction.
  private struct CommittedWrites: Sendable {
    let violation: Violation?
    let executed: ServerObservations.Batch?
    let deleted: [NoteID]
    let versions: [(version: ServerObservations.Version, isNew: Bool)]
    let revisions: [Int64]

    init(_ transaction: RecordingTransaction) {
      violation = transaction.violation
      executed = transaction.executed
      deleted = transaction.deleted
      versions = transaction.versions
      revisions = transaction.revisions
    }
  }

  private func recordCommitted(_ writes: CommittedWrites) {
    for revision in writes.revisions {
      context.record(.accepted, device: Self.number, number: revision, "  server: accepts \(revision)")
    }
    observations.withLock { observations in
      guard observations.violation == nil else { return }
      observations.violation = writes.violation
      if let batch = writes.executed, !observations.executed.insert(batch).inserted, !observations.isForgetful {
        observations.violation = Violation(.single, "batch \(batch.number) of device \(batch.device)")
      }
      for (version, isNew) in writes.versions {
        let isKnown = !observations.versions.insert(version).inserted
        if isNew, isKnown, !observations.isForgiving, observations.deleted.contains(version.id) {
          observations.violation = Violation(.dead, "\(version.id) as it was before")
        }
      }
      observations.deleted.formUnion(writes.deleted)
    }
  }
}

/// The committed writes of a server, for the invariants that depend on its history.
struct ServerObservations: Sendable {
  /// The identity of a batch.
  struct Batch: Sendable, Hashable {
    let epoch: Epoch
    let device: DeviceID
    let number: Int
  }

  /// A version of a note, by a hash of its bytes.
  struct Version: Sendable, Hashable {
    let id: NoteID
    let sum: UInt64
  }

  /// The batches that were executed.
  var executed: Set<Batch> = []
  /// The versions that were accepted.
  var versions: Set<Version> = []
  /// The notes that were ever deleted.
  var deleted: Set<NoteID> = []
  /// Whether a deleted note may return with its old contents, after a restore or on request.
  var isForgiving = false
  /// Whether the vault may have forgotten its receipts. Then a batch can be executed again, without effect, since its changes
  /// have lost their base.
  var isForgetful = false
  var violation: Violation?
}

/// A transaction of the server that records its writes.
final class RecordingTransaction: ForwardingServerTransaction {
  private(set) var violation: Violation?
  /// The executed batch.
  private(set) var executed: ServerObservations.Batch?
  /// The deleted notes.
  private(set) var deleted: [NoteID] = []
  /// The accepted versions, each with whether the note is new.
  private(set) var versions: [(version: ServerObservations.Version, isNew: Bool)] = []
  /// The assigned revisions.
  private(set) var revisions: [Int64] = []
  private var head: Revision?

  override func save(_ items: [VaultItem]) throws {
    let known = try inner.versions(of: items.map(\.id))
    for item in items {
      var before = head ?? .none
      if head == nil, let state = try inner.state() { before = state.head }
      if item.revision != before.next {
        violation = violation ?? Violation(.ordered, "\(item.revision.number) comes after \(before.number)")
      }
      head = item.revision
      revisions.append(item.revision.number)
      if let payload = item.payload {
        let version = ServerObservations.Version(id: item.id, sum: Trace.sum(payload))
        versions.append((version, known[item.id]?.isTombstone ?? true))
      } else {
        deleted.append(item.id)
      }
    }
    try inner.save(items)
  }

  override func save(_ receipt: BatchReceipt) throws {
    if let epoch = try inner.state()?.epochs.last?.epoch {
      executed = ServerObservations.Batch(epoch: epoch, device: receipt.device, number: receipt.number)
    }
    try inner.save(receipt)
  }
}

/// The services of a simulated server.
struct ServerRoot: Sendable {
  let service: any SyncService
  let administration: any VaultAdministration
  let blobs: any BlobService
}

/// The binding of the services of a simulated server.
struct ServerRootModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(ServerRoot.init(service:administration:blobs:))
  }
}

/// The ports of a simulated server.
struct ServerStoreModule: Module {
  let store: any ServerStore
  let context: SimulationContext

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any Randomness).self, to: context)
    binder.bind((any WallClock).self) { FixedClock() }
  }
}
