import NotesDomain
import NotesTestSupport
import Synchronization

/// What the parts of a world share: chance, the trace, and where things break.
///
/// All chance comes from one row of numbers, so that a seed decides a whole history.
final class Scene: Randomness {
  private struct State {
    var dice = SeededGenerator(seed: 0)
    var trace = Trace(isTold: false)
    var isCalm = false
    var crashes = Odds.never
    var serverCrashes = Odds.never
    var cut: Cut?
    var edges = 0
  }

  private let state = Mutex(State())

  /// Begins another history.
  func reset(seed: UInt64, isTold: Bool, cut: Cut?) {
    state.withLock { $0 = State(dice: SeededGenerator(seed: seed), trace: Trace(isTold: isTold), cut: cut) }
  }

  // MARK: Chance

  func next() -> UInt64 {
    state.withLock { $0.dice.next() }
  }

  /// A number from 0 up to, but not including, a bound.
  func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  func happens(_ odds: Odds) -> Bool {
    odds.favour(next())
  }

  // MARK: Breaking

  /// Whether users and faults are quiet.
  var isCalm: Bool {
    get { state.withLock { $0.isCalm } }
    set { state.withLock { $0.isCalm = newValue } }
  }

  /// How many edges there were that count.
  var edges: Int { state.withLock { $0.edges } }

  func setCrashes(_ odds: Odds, ofServer serverOdds: Odds) {
    state.withLock { ($0.crashes, $0.serverCrashes) = (odds, serverOdds) }
  }

  /// Ends what lasts.
  func repair() {
    state.withLock { $0.cut = nil }
  }

  /// Whether something breaks here, and how.
  func failure(at edge: Edge, _ device: Int) -> StoreError? {
    state.withLock { state in
      if let cut = state.cut, cut.edges.contains(edge) {
        let number = state.edges
        state.edges += 1
        if number == cut.number || cut.lasts && number > cut.number {
          state.trace.add(.cut, device, Int64(edge.rawValue))
          state.trace.tell("  device \(device): breaks at edge \(number), \(edge)")
          return cut.error
        }
        return nil
      }
      guard !state.isCalm else { return nil }
      let odds: Odds
      switch edge {
      case .beforeCommit, .afterCommit: odds = state.crashes
      case .beforeServerCommit, .afterServerCommit: odds = state.serverCrashes
      case .request, .reply: return nil
      }
      guard odds != .never, odds.favour(state.dice.next()) else { return nil }
      state.trace.add(.cut, device, Int64(edge.rawValue))
      state.trace.tell("  device \(device): breaks, \(edge)")
      return .failed(path: "/store", detail: "crash")
    }
  }

  // MARK: The trace

  var hash: UInt64 { state.withLock { $0.trace.hash } }
  var lines: [String] { state.withLock { $0.trace.lines ?? [] } }

  func note(_ happening: Happening, _ device: Int, _ number: Int64, _ words: @autoclosure () -> String) {
    let isTold = state.withLock { state in
      state.trace.add(happening, device, number)
      return state.trace.lines != nil
    }
    if isTold {
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
