package import NotesDomain
import NotesHosting
import Synchronization

/// The lock of a server's store in memory. It fulfills ``ServerStoreLockContract``.
package final class InMemoryServerStoreLock: ServerStoreLock {
  private struct State {
    var servers = 0
    var isLocked = false
  }

  private let state = Mutex(State())

  package init() {}

  package func withLock<Value: Sendable>(
    _ body: @Sendable () async throws(MaintenanceError) -> Value
  ) async throws(MaintenanceError) -> Value {
    let isFree = state.withLock { state in
      defer { state.isLocked = state.isLocked || state.servers == 0 }
      return !state.isLocked && state.servers == 0
    }
    guard isFree else { throw .inUse(path: "memory") }
    defer { state.withLock { $0.isLocked = false } }
    return try await body()
  }

  /// Opens the store as a server does, which uses it until the result is released.
  package func open() throws(StoreError) -> any Sendable {
    let isFree = state.withLock { state in
      if !state.isLocked { state.servers += 1 }
      return !state.isLocked
    }
    guard isFree else { throw .locked(path: "memory") }
    return Server(lock: self)
  }

  private final class Server: Sendable {
    let lock: InMemoryServerStoreLock

    init(lock: InMemoryServerStoreLock) { self.lock = lock }

    deinit { lock.state.withLock { $0.servers -= 1 } }
  }
}
