import Foundation
import Synchronization

/// The results of all connections.
final class Results: Sendable {
  private struct State {
    var latencies: [Int64] = []
    var answered = 0
    var failures = 0
    var first: String?
  }

  private let state = Mutex(State())

  /// Adds the results of a connection: latencies in nanoseconds, and the number of responses, including the warm-up.
  func add(_ latencies: [Int64], answered: Int, failures: Int) {
    state.withLock { state in
      state.answered += answered
      state.latencies += latencies
      state.failures += failures
    }
  }

  /// Keeps the first unexpected response.
  func note(status: Int, _ text: String) {
    state.withLock { $0.first = $0.first ?? "\(status) \(text.prefix(200))" }
  }

  /// Returns the results as JSON.
  ///
  /// - Parameter seconds: The duration of the measurement.
  func json(seconds: Double) -> Data {
    let state = state.withLock { $0 }
    let sorted = state.latencies.sorted()
    func percentile(_ share: Double) -> Double {
      sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1e6
    }
    let values: [String: Any] = [
      "requests": sorted.count, "answered": state.answered, "failures": state.failures, "failure": state.first ?? "",
      "seconds": seconds, "rate": Double(sorted.count) / seconds, "p50": percentile(0.5), "p99": percentile(0.99),
    ]
    return (try? JSONSerialization.data(withJSONObject: values, options: [.sortedKeys])) ?? Data()
  }
}
