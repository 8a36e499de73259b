package import NotesDomain
import NotesTestSupport
import Synchronization

/// What the parts of a world share: chance, the trace, and where things break.
///
/// All chance comes from one row of numbers, so that a seed decides a whole history.
final class SimulationContext: Randomness {
  private struct State {
    var dice = SeededGenerator(seed: 0)
    var trace = Trace(recordsLines: false)
    var isQuiescent = false
    var crashes = EventProbability.never
    var serverCrashes = EventProbability.never
    var failure: InjectedFailure?
    var failurePoints = 0
  }

  private let state = Mutex(State())

  /// Begins another history.
  func reset(seed: UInt64, recordsLines: Bool, failure: InjectedFailure?) {
    state.withLock { $0 = State(dice: SeededGenerator(seed: seed), trace: Trace(recordsLines: recordsLines), failure: failure) }
  }

  // MARK: Chance

  func next() -> UInt64 {
    state.withLock { $0.dice.next() }
  }

  /// A number from 0 up to, but not including, a bound.
  func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  func happens(_ probability: EventProbability) -> Bool {
    probability.favour(next())
  }

  // MARK: Breaking

  /// Whether users and faults are quiet.
  var isQuiescent: Bool {
    get { state.withLock { $0.isQuiescent } }
    set { state.withLock { $0.isQuiescent = newValue } }
  }

  /// How many failurePoints there were that count.
  var failurePoints: Int { state.withLock { $0.failurePoints } }

  func setCrashes(_ probability: EventProbability, ofServer serverOdds: EventProbability) {
    state.withLock { ($0.crashes, $0.serverCrashes) = (probability, serverOdds) }
  }

  /// Ends what lasts.
  func repair() {
    state.withLock { $0.failure = nil }
  }

  /// Whether something breaks here, and how.
  func failure(at point: FailurePoint, _ device: Int) -> StoreError? {
    state.withLock { state in
      if let failure = state.failure, failure.failurePoints.contains(point) {
        let number = state.failurePoints
        state.failurePoints += 1
        if number == failure.number || failure.lasts && number > failure.number {
          state.trace.add(.failure, device, Int64(point.rawValue))
          state.trace.tell("  device \(device): breaks at point \(number), \(point)")
          return failure.error
        }
        return nil
      }
      guard !state.isQuiescent else { return nil }
      let probability: EventProbability
      switch point {
      case .beforeCommit, .afterCommit: probability = state.crashes
      case .beforeServerCommit, .afterServerCommit: probability = state.serverCrashes
      case .request, .reply: return nil
      }
      guard probability != .never, probability.favour(state.dice.next()) else { return nil }
      state.trace.add(.failure, device, Int64(point.rawValue))
      state.trace.tell("  device \(device): breaks, \(point)")
      return .failed(path: "/store", detail: "crash")
    }
  }

  // MARK: The trace

  var hash: UInt64 { state.withLock { $0.trace.hash } }
  var lines: [String] { state.withLock { $0.trace.lines ?? [] } }

  func note(_ happening: EventKind, _ device: Int, _ number: Int64, _ words: @autoclosure () -> String) {
    let recordsLines = state.withLock { state in
      state.trace.add(happening, device, number)
      return state.trace.lines != nil
    }
    if recordsLines {
      let line = words()
      state.withLock { $0.trace.tell(line) }
    }
  }

  /// Adds bytes to the trace's number.
  func mix(_ bytes: [UInt8]) {
    let sum = Trace.sum(bytes)
    state.withLock { $0.trace.mix(sum) }
  }
}

/// How likely something is.
struct EventProbability: Sendable, Hashable {
  static let never = EventProbability(percent: 0)

  private let threshold: UInt64

  init(percent: UInt64) {
    threshold = percent * (1 << 32) / 100
  }

  func favour(_ draw: UInt64) -> Bool {
    draw >> 32 < threshold
  }
}

/// A place in a history where something can break.
package enum FailurePoint: UInt8, Sendable, Hashable, CaseIterable {
  /// Before a transaction of a device's store.
  case beforeCommit
  /// After it, when nobody has heard yet that it succeeded.
  case afterCommit
  /// Before a transaction of the server's store.
  case beforeServerCommit
  /// After it.
  case afterServerCommit
  /// When a request leaves.
  case request
  /// When an answer arrives.
  case reply
}

/// A break at one point of a history, counted from its beginning.
package struct InjectedFailure: Sendable, Hashable {
  /// The failurePoints that count.
  package let failurePoints: Set<FailurePoint>
  /// The number of the point, from 0.
  package let number: Int
  /// Whether all later failurePoints break too, until it is repaired.
  package let lasts: Bool
  /// How stores fail there.
  package let error: StoreError

  /// Creates a break.
  ///
  /// - Parameters:
  ///   - failurePoints: The failurePoints that count.
  ///   - number: The number of the point, from 0.
  ///   - lasts: Whether all later failurePoints break too, until it is repaired.
  ///   - error: How stores fail there.
  package init(
    at failurePoints: Set<FailurePoint>, number: Int, lasts: Bool = false, error: StoreError = .failed(path: "/store", detail: "failure")
  ) {
    self.failurePoints = failurePoints
    self.number = number
    self.lasts = lasts
    self.error = error
  }
}
