import NotesDomain
import Synchronization

/// The way to a device's store: it leads to another store for each history, and breaks where the scene says so.
///
/// A break before a transaction is a crash before it; one after it is a crash of which the store knows nothing. The engine
/// hears an error and stops, and what it had in memory is gone.
final class StoreGate: SyncStore {
  private let scene: Scene
  private let device: Int
  private let current = Mutex<DeviceStorage?>(nil)

  init(scene: Scene, device: Int) {
    self.scene = scene
    self.device = device
  }

  /// The store that it leads to.
  var store: DeviceStorage {
    get throws(StoreError) {
      guard let store = current.withLock({ $0 }) else { throw .cannotCreate(path: "/store", reason: "no device") }
      return store
    }
  }

  func lead(to store: DeviceStorage?) {
    current.withLock { $0 = store }
  }

  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = scene.failure(at: .beforeCommit, device) { throw failure }
    let value = try await store.sync.write(body)
    scene.note(.commit, device, 0, "  device \(device): commits")
    if let failure = scene.failure(at: .afterCommit, device) { throw failure }
    return value
  }

  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let failure = scene.failure(at: .beforeCommit, device) { throw failure }
    return try await store.sync.read(body)
  }

  func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
    try await store.sync.remember(lastSuccess: moment)
  }
}
