/// The stop hooks of the objects that an ``Owned`` one consists of, in the order of creation.
final class StopList: Sendable {
  typealias Stop = @Sendable () async throws -> Void

  private struct Entry: Sendable {
    let stop: Stop
    /// Whether it counts only until the owned object is complete.
    var isProvisional = false
  }

  private let entries: ConditionMutex<[Entry]>
  /// Whether the owned object exists.
  private let isComplete: ConditionMutex<Bool>
  private let turn = Turn()

  init(_ stops: [Stop] = []) {
    entries = ConditionMutex(stops.map { Entry(stop: $0) })
    isComplete = ConditionMutex(!stops.isEmpty)
  }

  /// Adds the hook of a new object.
  func add(_ stop: @escaping Stop) {
    entries.withLock { entries.value.append(Entry(stop: stop)) }
  }

  /// Adds the list of an owned object within this one. Its consumer disposes of it, as soon as that exists.
  func add(inner list: StopList) {
    if isComplete.withLock({ isComplete.value }) { return }
    let entry = Entry(
      stop: {
        let failures = await list.run()
        if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
      }, isProvisional: true)
    entries.withLock { entries.value.append(entry) }
  }

  /// Records that the owned object is complete.
  func settle() {
    isComplete.withLock { isComplete.value = true }
    let provisional = entries.withLock {
      let all = entries.value
      entries.value.removeAll(where: \.isProvisional)
      return all
    }
    withExtendedLifetime(provisional) {}
  }

  /// Runs the hooks that did not run yet, the last one first. A second caller waits for the first. A cancellation of the
  /// caller does not cancel the hooks, which release resources.
  func run() async -> [LifecycleError.Failure] {
    await Task {
      await turn {
        let entries = entries.withLock {
          defer { self.entries.value = [] }
          return self.entries.value
        }
        var failures: [LifecycleError.Failure] = []
        for entry in entries.reversed() {
          do {
            try await entry.stop()
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
    guard entries.withLock({ !entries.value.isEmpty }) else { return }
    Task { await run() }
  }
}
