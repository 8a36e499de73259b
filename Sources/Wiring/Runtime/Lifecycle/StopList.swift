/// The stop hooks of the objects that an ``Owned`` one consists of, in the order of creation.
final class StopList: Sendable {
  typealias Stop = @Sendable () async throws -> Void

  private let stops: ConditionMutex<[Stop]>
  private let turn = Turn()

  init(_ stops: [Stop] = []) {
    self.stops = ConditionMutex(stops)
  }

  /// Creates a list that runs others.
  convenience init(of lists: [StopList]) {
    self.init(lists.map(\.asStop))
  }

  /// The whole list as one hook.
  private var asStop: Stop {
    {
      let failures = await self.run()
      if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
    }
  }

  /// Adds the hook of a new object.
  func add(_ stop: @escaping Stop) {
    stops.withLock { stops.value.append(stop) }
  }

  /// Adds other lists, which run after the present hooks.
  func add(after lists: [StopList]) {
    if lists.isEmpty { return }
    stops.withLock { stops.value.insert(contentsOf: lists.map(\.asStop), at: 0) }
  }

  /// Runs the hooks that did not run yet, the last one first. A second caller waits for the first. A cancellation of the
  /// caller does not cancel the hooks, which release resources.
  func run() async -> [LifecycleError.Failure] {
    await Task {
      await turn {
        let all = stops.withLock {
          defer { stops.value = [] }
          return stops.value
        }
        var failures: [LifecycleError.Failure] = []
        for stop in all.reversed() {
          do {
            try await stop()
          } catch let error as LifecycleError {
            failures += error.failures
          } catch {
            failures.append(LifecycleError.Failure(.stop, key: nil, site: nil, error: error))
          }
        }
        return failures
      }
    }.value
  }

  /// Runs the hooks in a task of their own, for a caller that cannot wait.
  func runInBackground() {
    guard stops.withLock({ !stops.value.isEmpty }) else { return }
    Task { await run() }
  }
}
