/// The coordinator of threads that create shared objects: each object is created by one thread, and others wait.
///
/// A factory is user code: it may be slow, and may call the container again. Therefore no lock is held while it runs; a short
/// lock protects the list of objects in creation. A thread that would wait for itself, directly or through other waiting
/// threads, gets an error instead. Without opaque factories that is impossible, since a plan has no cycles.
///
/// One coordinator serves the process, so that waiting is detected across graphs. There is no contention for it: it is called
/// when an object is created, and never for an existing one.
@usableFromInline final class InitializationCoordinator: Sendable {
  enum Claim {
    /// The caller creates the object.
    case acquired
    /// Another thread created the object, or failed to.
    case completedElsewhere
    /// The caller would wait for itself. The objects from the requested one to the one whose factory requests it.
    case circular([AnyKey])
  }

  static let shared = InitializationCoordinator()

  private let mutex = ConditionMutex(WaitForGraph())

  /// Claims the cell of a key for the current thread, or waits until the thread that owns it is done.
  func begin(_ cell: ObjectIdentifier, of key: AnyKey) -> Claim {
    let thread = ThreadIdentity.current
    return mutex.withLock {
      guard mutex.value.owner(of: cell) != nil else {
        mutex.value.owners.append(WaitForGraph.Owner(cell: cell, key: key, thread: thread))
        return .acquired
      }
      if mutex.value.isBlocked(cell, by: thread) {
        return .circular([key] + mutex.value.keys(after: cell, of: thread))
      }
      mutex.value.waiting.append((thread, cell))
      while mutex.value.owner(of: cell) != nil { mutex.wait() }
      mutex.value.waiting.removeAll { $0.thread == thread }
      return .completedElsewhere
    }
  }

  /// Releases a cell that the current thread has claimed.
  func end(_ cell: ObjectIdentifier) {
    mutex.withLock { mutex.value.owners.removeAll { $0.cell == cell } }
    mutex.broadcast()
  }

  /// Creates the object of a cell, unless another thread does so first.
  func make<Value>(
    _ cell: ObjectIdentifier, of key: AnyKey, current: () -> Value?, _ make: () throws -> Value
  ) throws -> Value {
    while true {
      switch begin(cell, of: key) {
      case .acquired:
        defer { end(cell) }
        // Another thread may have finished after the caller's check.
        if let value = current() { return value }
        return try make()
      case .completedElsewhere:
        if let value = current() { return value }
      case .circular(let keys):
        throw ResolutionError(.usedWhileCreated(keys))
      }
    }
  }
}

/// The threads that create objects, and those that wait for them.
///
/// Lists rather than dictionaries: they have one entry per thread and nested object in creation, which is a handful.
private struct WaitForGraph: Sendable {
  /// An object in creation.
  struct Owner: Sendable {
    let cell: ObjectIdentifier
    let key: AnyKey
    let thread: ThreadIdentity
  }

  var owners: [Owner] = []
  var waiting: [(thread: ThreadIdentity, cell: ObjectIdentifier)] = []

  func owner(of cell: ObjectIdentifier) -> ThreadIdentity? {
    owners.first { $0.cell == cell }?.thread
  }

  /// The keys of the objects that a thread began to create after a cell; all of them when another thread creates the cell.
  func keys(after cell: ObjectIdentifier, of thread: ThreadIdentity) -> [AnyKey] {
    let own = owners.filter { $0.thread == thread }
    let start = own.firstIndex { $0.cell == cell }.map { $0 + 1 } ?? 0
    return own[start...].map(\.key)
  }

  /// Whether the owner of a cell is a thread, or waits for it directly or through others.
  func isBlocked(_ cell: ObjectIdentifier, by thread: ThreadIdentity) -> Bool {
    var cell = cell
    while let owner = owner(of: cell) {
      if owner == thread { return true }
      guard let next = waiting.first(where: { $0.thread == owner })?.cell else { return false }
      cell = next
    }
    return false
  }
}
