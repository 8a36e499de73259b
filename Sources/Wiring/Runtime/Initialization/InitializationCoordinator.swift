/// Whose turn it is to make a shared object.
///
/// A factory is the user's code: it may take its time, and it may come back into the container. So no lock is held while
/// it runs. Whoever begins an object is noted here under a short lock; others wait until it ended. A thread that would
/// wait for itself, directly or through other threads that wait, is told so instead; in a plan without opaque factories
/// that cannot happen, since the plan has no cycles.
///
/// One workshop serves the whole process, so that waiting is seen across graphs. It is entered when an object is made and
/// never when it is there already, so that nobody queues for it.
@usableFromInline final class InitializationCoordinator: Sendable {
  enum Claim {
    /// The caller makes the object.
    case acquired
    /// Somebody else was making it, and is done.
    case completedElsewhere
    /// The caller would wait for itself.
    case circular
  }

  static let shared = InitializationCoordinator()

  private let mutex = ConditionMutex(WaitForGraph<ThreadIdentity>())

  /// Takes the turn at a cell, or waits until the one who has it is done and then says so.
  func begin(_ cell: ObjectIdentifier) -> Claim {
    let thread = ThreadIdentity.current
    return mutex.withLock {
      guard mutex.value.owner(of: cell) != nil else {
        mutex.value.owners.append((cell, thread))
        return .acquired
      }
      if mutex.value.waits(for: thread, from: cell) { return .circular }
      mutex.value.waiting.append((thread, cell))
      while mutex.value.owner(of: cell) != nil { mutex.wait() }
      mutex.value.waiting.removeAll { $0.worker == thread }
      return .completedElsewhere
    }
  }

  func end(_ cell: ObjectIdentifier) {
    mutex.withLock { mutex.value.owners.removeAll { $0.cell == cell } }
    mutex.broadcast()
  }

  /// Makes the object of a cell, unless somebody else made it meanwhile.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - current: The object, when it is there.
  ///   - make: Makes and keeps it.
  func make<Value>(
    _ cell: ObjectIdentifier, current: () -> Value?, _ make: () throws -> Value
  ) throws -> Value {
    while true {
      switch begin(cell) {
      case .acquired:
        defer { end(cell) }
        // Somebody may have finished between the caller's look and its turn.
        if let value = current() { return value }
        return try make()
      case .completedElsewhere:
        if let value = current() { return value }
      case .circular:
        throw ResolutionError(.circular([]))
      }
    }
  }
}

/// Who makes what, and who waits for what. Lists rather than dictionaries, since they hold as many entries as workers and
/// nested objects are at work, which is a handful.
///
/// What a worker must be able to do stands at the functions: a requirement of the type itself is looked up when the type is
/// first used, which is at every start.
struct WaitForGraph<Worker: Sendable>: Sendable {
  var owners: [(cell: ObjectIdentifier, worker: Worker)] = []
  var waiting: [(worker: Worker, cell: ObjectIdentifier)] = []

  func owner(of cell: ObjectIdentifier) -> Worker? {
    owners.first { $0.cell == cell }?.worker
  }

  /// Whether whoever makes the object of a cell waits, directly or through others, for a worker.
  func waits(for worker: Worker, from cell: ObjectIdentifier) -> Bool where Worker: Equatable {
    var cell = cell
    while let owner = owner(of: cell) {
      if owner == worker { return true }
      guard let next = waiting.first(where: { $0.worker == owner })?.cell else { return false }
      cell = next
    }
    return false
  }
}
