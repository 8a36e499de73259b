package import NotesDomain
import NotesNetwork
import NotesTestSupport
import Synchronization

/// The randomness, the fault injector and the trace of a world.
///
/// All random numbers are drawn from one generator, so that a seed determines a whole history.
final class SimulationContext: Randomness {
  private struct State {
    var dice = SplitMix64(seed: 0)
    var trace = Trace(recordsLines: false)
    var isQuiescent = false
    var crashes = Probability.never
    var serverCrashes = Probability.never
    var failure: InjectedFailure?
    var failurePoints = 0
  }

  private let state = Mutex(State())

  /// Begins another history.
  func reset(seed: UInt64, recordsLines: Bool, failure: InjectedFailure?) {
    state.withLock {
      $0 = State(dice: SplitMix64(seed: seed), trace: Trace(recordsLines: recordsLines), failure: failure)
    }
  }

  // MARK: Randomness

  func next() -> UInt64 {
    state.withLock { $0.dice.next() }
  }

  /// Returns a random number from 0 up to, but not including, a bound.
  func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  func happens(_ probability: Probability) -> Bool {
    probability.happens(with: next())
  }

  // MARK: Failures

  /// Whether users and faults have stopped.
  var isQuiescent: Bool {
    get { state.withLock { $0.isQuiescent } }
    set { state.withLock { $0.isQuiescent = newValue } }
  }

  /// The number of failure points passed so far that the injected failure counts.
  var failurePoints: Int { state.withLock { $0.failurePoints } }

  func setCrashes(_ probability: Probability, ofServer serverProbability: Probability) {
    state.withLock { ($0.crashes, $0.serverCrashes) = (probability, serverProbability) }
  }

  /// Ends a lasting failure.
  func repair() {
    state.withLock { $0.failure = nil }
  }

  /// Returns the error of a failure at a point; `nil` when there is none.
  func failure(at point: FailurePoint, device: Int) -> StoreError? {
    state.withLock { state in
      if let failure = state.failure, failure.failurePoints.contains(point) {
        let number = state.failurePoints
        state.failurePoints += 1
        if number == failure.number || failure.lasts && number > failure.number {
          state.trace.add(.failure, device: device, number: Int64(point.rawValue))
          state.trace.append("  device \(device): fails at point \(number), \(point)")
          return failure.error
        }
        return nil
      }
      guard !state.isQuiescent else { return nil }
      let probability: Probability
      switch point {
      case .beforeCommit, .afterCommit: probability = state.crashes
      case .beforeServerCommit, .afterServerCommit: probability = state.serverCrashes
      case .request, .reply: return nil
      }
      guard probability != .never, probability.happens(with: state.dice.next()) else { return nil }
      state.trace.add(.failure, device: device, number: Int64(point.rawValue))
      state.trace.append("  device \(device): fails, \(point)")
      return .failed(path: "/store", detail: "crash")
    }
  }

  // MARK: The trace

  var hash: UInt64 { state.withLock { $0.trace.hash } }
  var lines: [String] { state.withLock { $0.trace.lines ?? [] } }

  /// Records an event.
  func record(_ kind: EventKind, device: Int, number: Int64 = 0, _ description: @autoclosure () -> String) {
    let recordsLines = state.withLock { state in
      state.trace.add(kind, device: device, number: number)
      return state.trace.lines != nil
    }
    if recordsLines {
      let line = description()
      state.withLock { $0.trace.append(line) }
    }
  }

  /// Adds bytes to the trace number.
  func mix(_ bytes: [UInt8]) {
    let sum = Trace.sum(bytes)
    state.withLock { $0.trace.mix(sum) }
  }
}

/// A point of a history at which a failure can be injected.
package enum FailurePoint: UInt8, Sendable, Hashable, CaseIterable {
  /// Before a transaction of a device's store.
  case beforeCommit
  /// After a transaction of a device's store, before its caller learns of the success.
  case afterCommit
  /// Before a transaction of the server's store.
  case beforeServerCommit
  /// After a transaction of the server's store.
  case afterServerCommit
  /// Before a request is sent.
  case request
  /// Before a reply is received.
  case reply
}

/// A failure at one point of a history.
package struct InjectedFailure: Sendable, Hashable {
  /// The kinds of points that are counted.
  package let failurePoints: Set<FailurePoint>
  /// The number of the point among those counted, from 0.
  package let number: Int
  /// Whether all later points fail too, until ``SimulationContext/repair()``.
  package let lasts: Bool
  /// The error of stores.
  package let error: StoreError

  /// Creates a failure.
  package init(
    at failurePoints: Set<FailurePoint>, number: Int, lasts: Bool = false,
    error: StoreError = .failed(path: "/store", detail: "failure")
  ) {
    self.failurePoints = failurePoints
    self.number = number
    self.lasts = lasts
    self.error = error
  }
}
