import NotesDomain
import Synchronization

/// The way to the server's store: it leads to another store for each history, breaks where the scene says so, and watches
/// what is written.
final class ServerGate: ServerStore {
  /// The number under which the server stands in traces.
  static let number = 99

  private let scene: Scene
  private let current = Mutex<(any ServerStore)?>(nil)
  private let watch = Mutex(ServerWatch())

  init(scene: Scene) {
    self.scene = scene
  }

  /// The store that it leads to.
  var store: any ServerStore {
    get throws(StoreError) {
      guard let store = current.withLock({ $0 }) else { throw .cannotCreate(path: "/vaults", reason: "no server") }
      return store
    }
  }

  func lead(to store: (any ServerStore)?) {
    current.withLock { $0 = store }
    watch.withLock { $0 = ServerWatch() }
  }

  /// The first promise that was seen broken.
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
    if let failure = scene.failure(at: .beforeServerCommit, Self.number) { throw failure }
    let (value, seen) = try await store.write(vault) { (transaction) throws(StoreError) -> (Value, Seen) in
      let watched = WatchedTransaction(transaction)
      let value = try body(watched)
      return (value, Seen(watched))
    }
    believe(seen)
    if let failure = scene.failure(at: .afterServerCommit, Self.number) { throw failure }
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = scene.failure(at: .beforeServerCommit, Self.number) { throw failure }
    return try await store.read(vault, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try await store.vaults()
  }

  /// What a transaction saw.
  private struct Seen: Sendable {
    let violation: Violation?
    let executed: ServerWatch.Batch?
    let deleted: [NoteID]
    let versions: [(version: ServerWatch.Version, isNew: Bool)]
    let given: [Int64]

    init(_ transaction: WatchedTransaction) {
      violation = transaction.violation
      executed = transaction.executed
      deleted = transaction.deleted
      versions = transaction.versions
      given = transaction.given
    }
  }

  private func believe(_ seen: Seen) {
    for revision in seen.given { scene.note(.accepted, Self.number, revision, "  server: accepts \(revision)") }
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
