import CoreMetrics
import Synchronization

/// One figure: a count, a level, or a distribution.
final class Figure: Sendable {
  /// What a figure is, by the words of Prometheus.
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  private struct State {
    var value = 0.0
    var count = 0
    var buckets: [Int]
  }

  /// The upper bounds of the buckets of a distribution, in seconds.
  private static let bounds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
  ]

  /// What it is.
  let kind: Kind
  private let state: Mutex<State>

  /// Creates a figure that has counted nothing.
  init(_ kind: Kind) {
    self.kind = kind
    state = Mutex(State(buckets: kind == .histogram ? [Int](repeating: 0, count: Self.bounds.count) : []))
  }

  /// The figure in the text format of Prometheus.
  ///
  /// - Parameter series: Its name and labels.
  func text(of series: FigureRegistry.Series) -> String {
    let (value, count, buckets) = state.withLock { ($0.value, $0.count, $0.buckets) }
    let labels = series.labels.isEmpty ? "" : "{\(series.labels)}"
    guard kind == .histogram else { return "\(series.name)\(labels) \(Self.number(value))\n" }
    let comma = series.labels.isEmpty ? "" : ","
    var text = ""
    for (bound, below) in zip(Self.bounds, buckets) {
      text += "\(series.name)_bucket{\(series.labels)\(comma)le=\"\(Self.number(bound))\"} \(below)\n"
    }
    text += "\(series.name)_bucket{\(series.labels)\(comma)le=\"+Inf\"} \(count)\n"
    return text + "\(series.name)_sum\(labels) \(Self.number(value))\n\(series.name)_count\(labels) \(count)\n"
  }

  private func add(_ amount: Double) {
    state.withLock { $0.value += amount }
  }

  private func observe(_ amount: Double) {
    state.withLock { state in
      state.value += amount
      state.count += 1
      for (index, bound) in Self.bounds.enumerated() where amount <= bound { state.buckets[index] += 1 }
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension Figure: CounterHandler {
  func increment(by amount: Int64) { add(Double(amount)) }
  func reset() { state.withLock { $0.value = 0 } }
}

extension Figure: MeterHandler {
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.value = value } }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
}

extension Figure: RecorderHandler {
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { kind == .histogram ? observe(value) : set(value) }
}

extension Figure: TimerHandler {
  func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}
