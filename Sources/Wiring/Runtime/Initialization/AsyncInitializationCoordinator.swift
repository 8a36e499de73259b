/// Whose turn it is to make a shared object that takes an `await`: like ``InitializationCoordinator``, for tasks, which suspend where
/// threads block.
///
/// A task that is cancelled while it waits stops waiting. One that is cancelled, or fails, while it makes the object hands
/// the turn to one of those who wait.
final class AsyncInitializationCoordinator: Sendable {
  /// An object that is being made, inside of another one or not. The child tasks of its factory belong to it.
  private final class Initialization: Sendable {
    let cell: ObjectIdentifier
    let outer: Initialization?

    init(of cell: ObjectIdentifier, within outer: Initialization?) {
      self.cell = cell
      self.outer = outer
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

  /// Tells one wait from others for the same cell.
  private final class WaiterID: Sendable {}

  private struct State: Sendable {
    var initializations: [Initialization] = []
    var waiters: [Waiter] = []

    func initialization(of cell: ObjectIdentifier) -> Initialization? {
      initializations.first { $0.cell == cell }
    }

    /// Whether a making can end only after one that the requester lies in, since it waits for it through others.
    func leads(_ start: Initialization, to requester: Initialization?) -> Bool {
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

  /// Makes the object of a cell, unless somebody else made it meanwhile.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - current: The object, when it is there.
  ///   - make: Makes and keeps it.
  func make<Value>(
    _ cell: ObjectIdentifier, current: () -> Value?, _ make: () async throws -> Value
  ) async throws -> Value {
    let initialization = Initialization(of: cell, within: Self.current)
    while true {
      switch begin(initialization) {
      case .acquired:
        defer { end(initialization) }
        // Somebody may have finished between the caller's look and its turn.
        if let value = current() { return value }
        return try await Self.$current.withValue(initialization) { try await make() }
      case .completedElsewhere:
        try await wait(for: cell)
        if let value = current() { return value }
      case .circular:
        throw ResolutionError(.circular([]))
      }
    }
  }

  /// Takes the turn at a cell; `completedElsewhere` when the caller must wait first.
  private func begin(_ initialization: Initialization) -> InitializationCoordinator.Claim {
    mutex.withLock {
      guard let other = mutex.value.initialization(of: initialization.cell) else {
        mutex.value.initializations.append(initialization)
        return .acquired
      }
      return mutex.value.leads(other, to: initialization.outer) ? .circular : .completedElsewhere
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
          // It may have ended since the caller looked, a wait that closes a circle may have begun, or the task may have
          // been cancelled: the caller looks again.
          guard let other = mutex.value.initialization(of: cell), !mutex.value.leads(other, to: initialization), !Task.isCancelled
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
    let woken = mutex.withLock {
      let woken = mutex.value.waiters.filter(matches)
      mutex.value.waiters.removeAll(where: matches)
      change(&mutex.value)
      return woken
    }
    for waiter in woken { waiter.continuation.resume() }
  }
}
