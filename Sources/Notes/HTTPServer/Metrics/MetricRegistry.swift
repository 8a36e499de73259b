import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle
import Synchronization

/// The server's metrics in memory: a backend of the metrics library whose values can be read.
final class MetricRegistry: MetricsFactory {
  /// The maximum number of series, which bounds the memory. Further series are not recorded.
  static let maximumSeries = 2000

  /// A metric's name, and the values of its labels.
  struct Series: Sendable, Hashable {
    let name: String
    let labels: String

    init(_ name: String, _ dimensions: [(String, String)]) {
      self.name = name
      labels = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    }
  }

  private let metrics = Mutex<[Series: Metric]>([:])

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    metric(label, dimensions: dimensions, kind: .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    metric(label, dimensions: dimensions, kind: .gauge)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    metric(label, dimensions: dimensions, kind: aggregate ? .histogram : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metric(label, dimensions: dimensions, kind: .histogram)
  }

  // Metrics live as long as the server.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// All metrics in Prometheus's text format
  /// (<https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>).
  var text: String {
    let all = metrics.withLock { $0.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) } }
    var text = ""
    var last = ""
    for (series, metric) in all {
      if series.name != last { text += "# TYPE \(series.name) \(metric.kind.rawValue)\n" }
      last = series.name
      text += metric.text(of: series)
    }
    return text
  }

  private func metric(_ label: String, dimensions: [(String, String)], kind: Metric.Kind) -> Metric {
    metrics.withLock { metrics in
      let series = Series(label, dimensions)
      if let known = metrics[series] { return known }
      let metric = Metric(kind)
      if metrics.count < Self.maximumSeries { metrics[series] = metric }
      return metric
    }
  }
}

/// A counter, a gauge or a histogram.
final class Metric: Sendable {
  /// The kinds of metrics, as Prometheus names them.
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  private struct State {
    var value = 0.0
    var count = 0
    var buckets: [Int]
  }

  /// The upper bounds of a histogram's buckets, in seconds.
  private static let bounds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
  ]

  let kind: Kind
  private let state: Mutex<State>

  init(_ kind: Kind) {
    self.kind = kind
    state = Mutex(State(buckets: kind == .histogram ? [Int](repeating: 0, count: Self.bounds.count) : []))
  }

  func text(of series: MetricRegistry.Series) -> String {
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

  private func add(_ amount: Double) { state.withLock { $0.value += amount } }

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

extension Metric: CounterHandler {
  func increment(by amount: Int64) { add(Double(amount)) }
  func reset() { state.withLock { $0.value = 0 } }
}

extension Metric: MeterHandler {
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.value = value } }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
}

extension Metric: RecorderHandler {
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { kind == .histogram ? observe(value) : set(value) }
}

extension Metric: TimerHandler {
  func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}

/// A server for `GET /metrics` on an address of its own, which devices need not reach.
struct MetricsApplication: Service {
  let registry: MetricRegistry
  let database: DatabaseMetrics
  let address: ListenAddress
  let budgets: ServerBudgets
  let networks: PeerNetworks
  let logger: Logger

  var responder: CallbackResponder<HTTPRequestContext> {
    CallbackResponder { [registry, database] request, _ in
      guard request.method == .get, request.uri.path == "/metrics" else { return Response(status: .notFound) }
      database.update()
      var response = Response.text(registry.text)
      response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
      return response
    }
  }

  func run() async throws {
    let application = Application(
      responder: responder,
      server: .guarded(budgets: budgets, networks: networks, idleTimeout: .seconds(30)),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        availableConnectionsDelegate: .maximum(16, logger: logger)),
      logger: logger)
    try await application.run(listeningOn: address)
  }
}
