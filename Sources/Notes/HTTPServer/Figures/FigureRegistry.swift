import CoreMetrics
import Synchronization

/// The server's figures, in memory: what the metrics library counts with when somebody wants to read them.
///
/// There is at most ``mostSeries`` of them; what comes after those is counted nowhere, so that nobody can fill the memory.
final class FigureRegistry: MetricsFactory {
  static let mostSeries = 2000

  /// A name and the values of its labels.
  struct Series: Sendable, Hashable {
    let name: String
    let labels: String

    init(_ name: String, _ dimensions: [(String, String)]) {
      self.name = name
      labels = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    }
  }

  private let figures = Mutex<[Series: Figure]>([:])

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    figure(label, dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    figure(label, dimensions, .gauge)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    figure(label, dimensions, aggregate ? .histogram : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    figure(label, dimensions, .histogram)
  }

  // Figures live as long as the server.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// All figures in the text format of Prometheus
  /// (<https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>).
  var text: String {
    let all = figures.withLock { $0.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) } }
    var text = ""
    var last = ""
    for (series, figure) in all {
      if series.name != last { text += "# TYPE \(series.name) \(figure.kind.rawValue)\n" }
      last = series.name
      text += figure.text(of: series)
    }
    return text
  }

  private func figure(_ label: String, _ dimensions: [(String, String)], _ kind: Figure.Kind) -> Figure {
    figures.withLock { figures in
      let series = Series(label, dimensions)
      if let known = figures[series] { return known }
      let figure = Figure(kind)
      if figures.count < Self.mostSeries { figures[series] = figure }
      return figure
    }
  }
}
