/// Whose turn it is to make a shared object that takes an `await`: like ``Workshop``, for tasks, which suspend where
/// threads block.
///
/// A task that is cancelled while it waits stops waiting. One that is cancelled, or fails, while it makes the object hands
/// the turn to one of those who wait.
final class TaskWorkshop: Sendable {
  /// An object that is being made, inside of another one or not. The child tasks of its factory belong to it.
  private final class Making: Sendable {
    let place: ObjectIdentifier
    let outer: Making?

    init(of place: ObjectIdentifier, within outer: Making?) {
      self.place = place
      self.outer = outer
    }

    func isWithin(_ other: Making) -> Bool {
      var making: Making? = self
      while let current = making {
        if current === other { return true }
        making = current.outer
      }
      return false
    }
  }

  private struct Waiter: Sendable {
    let making: Making?
    let place: ObjectIdentifier
    let continuation: CheckedContinuation<Void, Never>
    let identity: WaiterIdentity
  }

  /// Tells one wait from others for the same place.
  private final class WaiterIdentity: Sendable {}

  private struct State: Sendable {
    var makings: [Making] = []
    var waiters: [Waiter] = []

    func making(of place: ObjectIdentifier) -> Making? {
      makings.first { $0.place == place }
    }

    /// Whether a making can end only after one that the requester lies in, since it waits for it through others.
    func leads(_ start: Making, to requester: Making?) -> Bool {
      guard let requester else { return false }
      var seen: [Making] = []
      var open = [start]
      while let making = open.popLast() {
        if requester.isWithin(making) { return true }
        guard !seen.contains(where: { $0 === making }) else { continue }
        seen.append(making)
        for waiter in waiters where waiter.making?.isWithin(making) == true {
          if let next = self.making(of: waiter.place) { open.append(next) }
        }
      }
      return false
    }
  }

  @TaskLocal private static var current: Making?

  static let shared = TaskWorkshop()

  private let monitor = Monitor(State())

  /// Makes the object of a place, unless somebody else made it meanwhile.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - current: The object, when it is there.
  ///   - make: Makes and keeps it.
  func make<Value>(
    _ place: ObjectIdentifier, current: () -> Value?, _ make: () async throws -> Value
  ) async throws -> Value {
    let making = Making(of: place, within: Self.current)
    while true {
      switch begin(making) {
      case .ours:
        defer { end(making) }
        // Somebody may have finished between the caller's look and its turn.
        if let value = current() { return value }
        return try await Self.$current.withValue(making) { try await make() }
      case .wasElsewhere:
        try await wait(for: place)
        if let value = current() { return value }
      case .circular:
        throw ResolutionError(.circular([]))
      }
    }
  }

  /// Takes the turn at a place; `wasElsewhere` when the caller must wait first.
  private func begin(_ making: Making) -> Workshop.Turn {
    monitor.withLock {
      guard let other = monitor.value.making(of: making.place) else {
        monitor.value.makings.append(making)
        return .ours
      }
      return monitor.value.leads(other, to: making.outer) ? .circular : .wasElsewhere
    }
  }

  private func end(_ making: Making) {
    resume(where: { $0.place == making.place }, and: { $0.makings.removeAll { $0 === making } })
  }

  private func wait(for place: ObjectIdentifier) async throws {
    let (making, identity) = (Self.current, WaiterIdentity())
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = monitor.withLock {
          // It may have ended since the caller looked, a wait that closes a circle may have begun, or the task may have
          // been cancelled: the caller looks again.
          guard let other = monitor.value.making(of: place), !monitor.value.leads(other, to: making), !Task.isCancelled
          else { return false }
          monitor.value.waiters.append(
            Waiter(making: making, place: place, continuation: continuation, identity: identity))
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
    let woken = monitor.withLock {
      let woken = monitor.value.waiters.filter(matches)
      monitor.value.waiters.removeAll(where: matches)
      change(&monitor.value)
      return woken
    }
    for waiter in woken { waiter.continuation.resume() }
  }
}
