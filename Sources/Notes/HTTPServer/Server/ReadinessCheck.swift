import Logging
import NotesDomain
import NotesHosting
import Synchronization

/// The check behind `/readyz`: the store answers, and the server is not shutting down. A store that cannot be written is
/// ready, since devices can still read.
///
/// Requests share a check that is in progress, and its result for a while: everyone may send them, and a database is asked by
/// a single connection. The log says why a store is not ready, once for each reason: a load balancer sends such a server no other
/// requests.
final class ReadinessCheck: Sendable {
  /// The time for which a result is used again.
  static let validity = Duration.milliseconds(250)

  private struct State {
    var check: Task<StoreHealth?, Never>?
    /// The time at which the check ended; `nil` while it is in progress.
    var end: Duration?
    /// The error of the last check that ended; `nil` when it had none.
    var problem: StoreError?
  }

  private let vaults: any VaultAdministration
  private let shutdown: ShutdownSignal
  private let uptime: Stopwatch
  private let log: ServerLog
  private let state = Mutex(State())

  init(vaults: any VaultAdministration, shutdown: ShutdownSignal, uptime: Stopwatch, log: ServerLog) {
    self.vaults = vaults
    self.shutdown = shutdown
    self.uptime = uptime
    self.log = log
  }

  /// Returns the state of the store; `nil` when the server is not ready.
  func health() async -> StoreHealth? {
    if shutdown.event.hasFired { return nil }
    return await currentCheck().value
  }

  /// Returns the check whose result counts at present, which begins if there is none.
  func currentCheck() -> Task<StoreHealth?, Never> {
    state.withLock { state in
      if let check = state.check, state.end.map({ uptime.elapsed - $0 < Self.validity }) ?? true { return check }
      // A task of its own, so that the end of one request does not cancel the check for the others.
      let check = Task { [self] in await checked() }
      (state.check, state.end) = (check, nil)
      return check
    }
  }

  private func checked() async -> StoreHealth? {
    let result: Result<StoreHealth, StoreError>
    do {
      result = .success(try await vaults.health())
    } catch {
      result = .failure(error)
    }
    let problem: StoreError? = if case .failure(let error) = result { error } else { nil }
    let isNew = state.withLock { state in
      defer { (state.end, state.problem) = (uptime.elapsed, problem) }
      return state.problem != problem
    }
    if isNew, let problem { log.server.warning("the store is not ready", metadata: ["error": "\(problem)"]) }
    return try? result.get()
  }
}
