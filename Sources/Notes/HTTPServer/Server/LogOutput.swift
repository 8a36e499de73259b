import CoreMetrics
import Dispatch
import Foundation
import NotesDomain
import Synchronization

/// The destination of the log.
package protocol LogOutput: Sendable {
  /// Writes lines, each of which ends with a line feed.
  func write(_ lines: String)

  /// Waits until the lines so far are written, though not for ever.
  func flush()
}

extension LogOutput {
  package func flush() {}
}

/// The standard error stream.
struct StandardErrorLogOutput: LogOutput {
  func write(_ lines: String) {
    // The server goes on without its log.
    try? FileHandle.standardError.write(contentsOf: Data(lines.utf8))
  }
}

/// A bounded queue of lines in front of another output, which has a thread of its own.
///
/// A terminal or a pipe that is not read would otherwise stop the event loops. When the queue is full, lines are dropped
/// and counted; the next line that is written says how many.
final class LogQueue: LogOutput {
  private struct State {
    var lines: [String] = []
    var dropped = 0
    /// Whether the thread has lines to write, or is writing.
    var isBusy = false
    /// The callers that wait until it is not.
    var flushes: [DispatchSemaphore] = []
  }

  private let output: any LogOutput
  private let limit: Int
  /// Formats the line about dropped ones.
  private let notice: @Sendable (_ dropped: Int) -> String
  private let dropped: Counter
  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  init(_ output: any LogOutput, limit: Int, dropped: Counter, notice: @escaping @Sendable (_ dropped: Int) -> String) {
    self.output = output
    self.limit = limit
    self.dropped = dropped
    self.notice = notice
    Thread.detachNewThread { [weak self, arrivals] in
      while true {
        arrivals.wait()
        guard let self else { return }
        writeWaiting()
      }
    }
  }

  deinit { arrivals.signal() }

  func write(_ lines: String) {
    let (isKept, wakes) = state.withLock { state in
      guard state.lines.count < limit else {
        state.dropped += 1
        return (false, false)
      }
      state.lines.append(lines)
      defer { state.isBusy = true }
      return (true, !state.isBusy)
    }
    if !isKept { dropped.increment() }
    if wakes { arrivals.signal() }
  }

  func flush() {
    let written = DispatchSemaphore(value: 0)
    let isEmpty = state.withLock { state in
      if state.isBusy { state.flushes.append(written) }
      return !state.isBusy
    }
    if !isEmpty { _ = written.wait(timeout: .now() + .seconds(2)) }
    output.flush()
  }

  /// Writes until nothing waits.
  private func writeWaiting() {
    while true {
      let (lines, dropped, flushes) = state.withLock { state in
        let taken = (state.lines, state.dropped, state.lines.isEmpty ? state.flushes : [])
        if state.lines.isEmpty { (state.isBusy, state.flushes) = (false, []) }
        (state.lines, state.dropped) = ([], 0)
        return taken
      }
      for flush in flushes { flush.signal() }
      if lines.isEmpty { return }
      output.write(lines.joined())
      if dropped > 0 { output.write(notice(dropped)) }
    }
  }
}

/// The choice of the lines about requests: the first of each kind in a minute, and one with the number of the rest.
///
/// A line for each request would let a stranger, or one account, fill a disk.
final class LogSampler: Sendable {
  /// The kind of a request.
  enum Kind: Sendable, Hashable {
    case ofAccount(AccountName)
    case withoutToken(route: String, status: Int)
    /// An error of the server, besides the request that met it.
    case failure(route: String)
  }

  /// The number of a kind that was not logged.
  struct Omission: Sendable, Hashable {
    let kind: Kind
    let count: Int
  }

  private struct State {
    var end = Duration.zero
    var counts: [Kind: Int] = [:]
  }

  private static let window = Duration.seconds(60)
  private let accountLimit: Int
  private let strangerLimit: Int
  private let state = Mutex(State())

  init(_ budgets: ResourceBudgets) {
    accountLimit = budgets.account.logLines
    strangerLimit = budgets.stranger.logLines
  }

  /// Counts a request.
  ///
  /// - Parameter now: The time since the start of the server.
  /// - Returns: Whether to log it, and the numbers of requests of the last minute that were not logged, once.
  func count(_ kind: Kind, at now: Duration) -> (isLogged: Bool, omitted: [Omission]) {
    state.withLock { state in
      var omitted: [Omission] = []
      if now >= state.end {
        omitted = surplus(in: state)
        state = State(end: now + Self.window)
      }
      let count = state.counts[kind, default: 0] + 1
      state.counts[kind] = count
      return (count <= limit(of: kind), omitted)
    }
  }

  /// Returns the numbers of requests since the last report that were not logged.
  func finish() -> [Omission] {
    state.withLock { state in
      defer { state = State() }
      return surplus(in: state)
    }
  }

  private func surplus(in state: State) -> [Omission] {
    state.counts.compactMap { kind, count in
      count > limit(of: kind) ? Omission(kind: kind, count: count - limit(of: kind)) : nil
    }
  }

  private func limit(of kind: Kind) -> Int {
    switch kind {
    case .ofAccount: accountLimit
    case .withoutToken, .failure: strangerLimit
    }
  }
}
