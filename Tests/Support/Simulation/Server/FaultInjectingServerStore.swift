import NotesDomain
import NotesServer
import NotesTestSupport
import Synchronization
import Wiring

/// The way to the server's store: it leads to another store for each history, breaks where the context says so, and watches
/// what is written.
final class FaultInjectingServerStore: ServerStore {
  /// The number under which the server stands in traces.
  static let number = 99

  private let context: SimulationContext
  private let current = Mutex<(any ServerStore)?>(nil)
  private let watch = Mutex(ServerObservations())

  init(context: SimulationContext) {
    self.context = context
  }

  /// The store that it leads to.
  var store: any ServerStore {
    get throws(StoreError) {
      guard let store = current.withLock({ $0 }) else { throw .cannotCreate(path: "/vaults", reason: "no server") }
      return store
    }
  }

  func connect(to store: (any ServerStore)?) {
    current.withLock { $0 = store }
    watch.withLock { $0 = ServerObservations() }
  }

  /// The first invariant that was seen broken.
  var violation: Violation? { watch.withLock { $0.violation } }

  /// From now on deleted notes may come back with what they had.
  func forgive() {
    watch.withLock { $0.isForgiving = true }
  }

  /// From now on batches may be executed again.
  func forget() {
    watch.withLock { ($0.isForgiving, $0.isForgetful) = (true, true) }
  }

  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeServerCommit, Self.number) { throw failure }
    let (value, seen) = try await store.write(vault) { (transaction) throws(StoreError) -> (Value, CommittedWrites) in
      let watched = RecordingTransaction(transaction)
      let value = try body(watched)
      return (value, CommittedWrites(watched))
    }
    recordCommitted(seen)
    if let failure = context.failure(at: .afterServerCommit, Self.number) { throw failure }
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = context.failure(at: .beforeServerCommit, Self.number) { throw failure }
    return try await store.read(vault, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try await store.vaults()
  }

  /// What a transaction saw.
  private struct CommittedWrites: Sendable {
    let violation: Violation?
    let executed: ServerObservations.Batch?
    let deleted: [NoteID]
    let versions: [(version: ServerObservations.Version, isNew: Bool)]
    let given: [Int64]

    init(_ transaction: RecordingTransaction) {
      violation = transaction.violation
      executed = transaction.executed
      deleted = transaction.deleted
      versions = transaction.versions
      given = transaction.given
    }
  }

  private func recordCommitted(_ seen: CommittedWrites) {
    for revision in seen.given { context.note(.accepted, Self.number, revision, "  server: accepts \(revision)") }
    watch.withLock { watch in
      guard watch.violation == nil else { return }
      watch.violation = seen.violation
      if let batch = seen.executed, !watch.executed.insert(batch).inserted, !watch.isForgetful {
        watch.violation = Violation(.single, "batch \(batch.number) of device \(batch.device)")
      }
      for (version, isNew) in seen.versions {
        let isKnown = !watch.versions.insert(version).inserted
        if isNew, isKnown, !watch.isForgiving, watch.deleted.contains(version.id) {
          watch.violation = Violation(.dead, "\(version.id) as it was before")
        }
      }
      watch.deleted.formUnion(seen.deleted)
    }
  }
}

/// What the judge must know of what a server did: gathered in a transaction, believed when it is committed.
struct ServerObservations: Sendable {
  /// The name of a batch.
  struct Batch: Sendable, Hashable {
    let epoch: Epoch
    let device: DeviceID
    let number: Int
  }

  /// A version of a note, by the sum of its bytes.
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
  /// Whether a deleted note may come back with what it had: a device or the vault was set back, or somebody wants it back.
  var isForgiving = false
  /// Whether the vault may have forgotten what it executed. Then a batch can be executed again: to no effect, since its
  /// changes have lost their base.
  var isForgetful = false
  var violation: Violation?
}

/// A transaction of a server whose writes are looked at.
final class RecordingTransaction: ForwardingServerTransaction {
  private(set) var violation: Violation?
  /// The batch that was executed in it.
  private(set) var executed: ServerObservations.Batch?
  /// The notes that were deleted in it.
  private(set) var deleted: [NoteID] = []
  /// The versions that were accepted in it, each with whether the note was not there before.
  private(set) var versions: [(version: ServerObservations.Version, isNew: Bool)] = []
  /// The revisions that were given in it.
  private(set) var given: [Int64] = []
  private var head: Revision?

  override func save(_ item: VaultItem) throws(StoreError) {
    var before = head ?? .none
    if head == nil, let state = try inner.state() { before = state.head }
    if item.revision != before.next {
      violation = violation ?? Violation(.ordered, "\(item.revision.number) comes after \(before.number)")
    }
    head = item.revision
    given.append(item.revision.number)
    let version = try inner.version(of: item.id)
    if let payload = item.payload {
      let sum = Trace.sum(payload)
      versions.append((ServerObservations.Version(id: item.id, sum: sum), version?.isTombstone ?? true))
    } else {
      deleted.append(item.id)
    }
    try inner.save(item)
  }

  override func save(_ receipt: BatchReceipt) throws(StoreError) {
    if let epoch = try inner.state()?.epochs.last?.epoch {
      executed = ServerObservations.Batch(epoch: epoch, device: receipt.device, number: receipt.number)
    }
    try inner.save(receipt)
  }
}

/// What a world has of its server: what it does for devices, and for its operator.
struct ServerRoot: Sendable {
  let service: any SyncService
  let administration: any VaultAdministration
  let blobs: any BlobService
}

/// Binds what a world has of its server.
struct ServerRootModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(ServerRoot.init(service:administration:blobs:))
  }
}

/// What a server of a world has around its rules.
struct ServerStoreModule: Module {
  let store: any ServerStore
  let context: SimulationContext

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any Randomness).self, to: context)
    binder.bind((any WallClock).self) { FixedClock() }
  }
}
