/// A turn that tasks take one after the other, in the order in which they ask for it.
///
/// The code that runs in a turn, and the tasks that it starts, do not wait for it: they would wait for themselves. That ends
/// with the turn, so that a task that a hook leaves behind waits like any other. Hooks of two graphs that wait for each other
/// end at their limits.
final class Turn: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = ConditionMutex(State())

  /// Whether the caller, or a hook that it is part of, runs in the turn.
  var isHeldByCaller: Bool { HeldTurn.current?.isWithin(self) == true }

  /// Runs an action while no other one runs.
  func callAsFunction<Result, Failure: Error>(
    _ action: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if isHeldByCaller { return try await action() }
    await take()
    let held = HeldTurn(self, within: HeldTurn.current?.nearestHeld)
    defer {
      held.end()
      pass()
    }
    return try await held.perform(action)
  }

  private func take() async {
    await withCheckedContinuation { continuation in
      let isMine = state.withLock {
        if state.value.isTaken {
          state.value.waiting.append(continuation)
          return false
        }
        state.value.isTaken = true
        return true
      }
      if isMine { continuation.resume() }
    }
  }

  private func pass() {
    let next = state.withLock {
      if state.value.waiting.isEmpty {
        state.value.isTaken = false
        return CheckedContinuation<Void, Never>?.none
      }
      return state.value.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// A turn that a task has taken, for the code that it calls.
private final class HeldTurn: Sendable {
  @TaskLocal static var current: HeldTurn?

  private let turn: Turn
  private let outer: HeldTurn?
  private let isHeld = ConditionMutex(true)

  init(_ turn: Turn, within outer: HeldTurn?) {
    self.turn = turn
    self.outer = outer
  }

  /// This turn, or the first one around it that is still held: a task that a hook leaves behind keeps no chain of ended ones.
  var nearestHeld: HeldTurn? {
    var held: HeldTurn? = self
    while let current = held, !current.isHeld.withLock({ current.isHeld.value }) { held = current.outer }
    return held
  }

  /// Whether this turn, or one around it, is a turn that is still held.
  func isWithin(_ turn: Turn) -> Bool {
    var held: HeldTurn? = self
    while let current = held {
      if current.turn === turn, current.isHeld.withLock({ current.isHeld.value }) { return true }
      held = current.outer
    }
    return false
  }

  /// Runs an action in the turn.
  func perform<Result, Failure: Error>(
    _ action: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // The task-local value rethrows untyped errors only.
    let result = await Self.$current.withValue(self) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await action()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  func end() { isHeld.withLock { isHeld.value = false } }
}
