/// The coordinator of tasks that create shared objects asynchronously. Like ``InitializationCoordinator``, but waiting tasks
/// suspend instead of blocking their thread.
///
/// A task that is cancelled while it waits stops waiting. When the creating task is cancelled or fails, one of the waiting
/// tasks creates the object.
final class AsyncInitializationCoordinator: Sendable {
  /// The creation of one object. The child tasks of its factory belong to it.
  private final class Initialization: Sendable {
    let cell: ObjectIdentifier
    let key: AnyKey
    /// The initialization whose factory requested this one.
    let outer: Initialization?

    init(of cell: ObjectIdentifier, _ key: AnyKey, within outer: Initialization?) {
      self.cell = cell
      self.key = key
      self.outer = outer
    }

    /// The objects from the one of a cell, in whose creation this one was requested, to this one's requester.
    func path(from cell: ObjectIdentifier) -> [AnyKey] {
      var path: [AnyKey] = []
      var initialization = outer
      while let current = initialization, current.cell != cell {
        path.append(current.key)
        initialization = current.outer
      }
      return [key] + path.reversed()
    }

    func isWithin(_ other: Initialization) -> Bool {
      var initialization: Initialization? = self
      while let current = initialization {
        if current === other { return true }
        initialization = current.outer
      }
      return false
    }
  }

  private struct Waiter: Sendable {
    let initialization: Initialization?
    let cell: ObjectIdentifier
    let continuation: CheckedContinuation<Void, Never>
    let identity: WaiterID
  }

  /// The identity of one wait, among others for the same cell.
  private final class WaiterID: Sendable {}

  private struct State: Sendable {
    var initializations: [Initialization] = []
    var waiters: [Waiter] = []

    func initialization(of cell: ObjectIdentifier) -> Initialization? {
      initializations.first { $0.cell == cell }
    }

    /// Whether an initialization waits, directly or through others, for one that contains the requester.
    func isBlocked(_ start: Initialization, by requester: Initialization?) -> Bool {
      guard let requester else { return false }
      var seen: [Initialization] = []
      var open = [start]
      while let initialization = open.popLast() {
        if requester.isWithin(initialization) { return true }
        guard !seen.contains(where: { $0 === initialization }) else { continue }
        seen.append(initialization)
        for waiter in waiters where waiter.initialization?.isWithin(initialization) == true {
          if let next = self.initialization(of: waiter.cell) { open.append(next) }
        }
      }
      return false
    }
  }

  @TaskLocal private static var current: Initialization?

  static let shared = AsyncInitializationCoordinator()

  private let mutex = ConditionMutex(State())

  /// Creates the object of a cell, unless another task does so first.
  ///
  /// - Parameters:
  ///   - isConfined: Whether the object must be created with the caller's isolation, which the closure with a task-local value inherits
  ///     only if it captures that. Other objects do not keep the caller's actor busy.
  func make<Value>(
    _ cell: ObjectIdentifier, of key: AnyKey, isConfined: Bool, isolation: isolated (any Actor)? = #isolation,
    current: () -> Value?, _ make: () async throws -> Value
  ) async throws -> Value {
    let initialization = Initialization(of: cell, key, within: Self.current)
    while true {
      switch begin(initialization) {
      case .acquired:
        defer { end(initialization) }
        // Another task may have finished after the caller's check.
        if let value = current() { return value }
        guard isConfined else { return try await Self.$current.withValue(initialization) { try await make() } }
        return try await Self.$current.withValue(initialization) {
          _ = isolation
          return try await make()
        }
      case .completedElsewhere:
        try await wait(for: cell)
        if let value = current() { return value }
      case .circular(let keys):
        throw ResolutionError(.usedWhileCreated(keys))
      }
    }
  }

  /// Claims a cell; `completedElsewhere` when the caller must wait first.
  private func begin(_ initialization: Initialization) -> InitializationCoordinator.Claim {
    mutex.withLock {
      guard let other = mutex.value.initialization(of: initialization.cell) else {
        mutex.value.initializations.append(initialization)
        return .acquired
      }
      let isBlocked = mutex.value.isBlocked(other, by: initialization.outer)
      return isBlocked ? .circular(initialization.path(from: initialization.cell)) : .completedElsewhere
    }
  }

  private func end(_ initialization: Initialization) {
    resume(where: { $0.cell == initialization.cell }, and: { $0.initializations.removeAll { $0 === initialization } })
  }

  private func wait(for cell: ObjectIdentifier) async throws {
    let (initialization, identity) = (Self.current, WaiterID())
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = mutex.withLock {
          // Since the caller's check the initialization may have ended, a wait that closes a cycle may have begun, or the
          // task may have been cancelled. The caller then checks again.
          guard let other = mutex.value.initialization(of: cell),
            !mutex.value.isBlocked(other, by: initialization), !Task.isCancelled
          else { return false }
          mutex.value.waiters.append(
            Waiter(initialization: initialization, cell: cell, continuation: continuation, identity: identity))
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      resume(where: { $0.identity === identity }, and: { _ in })
    }
    try Task.checkCancellation()
  }

  private func resume(where matches: (Waiter) -> Bool, and change: (inout State) -> Void) {
    let resumed = mutex.withLock {
      let resumed = mutex.value.waiters.filter(matches)
      mutex.value.waiters.removeAll(where: matches)
      change(&mutex.value)
      return resumed
    }
    for waiter in resumed { waiter.continuation.resume() }
  }
}
