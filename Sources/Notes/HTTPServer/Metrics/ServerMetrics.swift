import CoreMetrics
import NotesDomain
import Synchronization

/// What the server counts, by the metrics library, so that a program that embeds it can count elsewhere.
final class ServerMetrics: Sendable {
  private struct Answer: Hashable {
    let route: String
    let status: Int
  }

  private let factory: any MetricsFactory
  private let requests = Mutex<[Answer: Counter]>([:])
  private let durations = Mutex<[String: Timer]>([:])
  /// How many requests are being answered.
  let inFlight: Meter
  /// How many requests wait for a change.
  let watchers: Meter
  /// How many changes were sent to vaults, by what came of them.
  private let applied: Counter
  private let conflicts: Counter
  private let refused: Counter
  /// How many items were given to devices.
  let items: Counter
  /// How many bytes of blobs were received.
  let bytesReceived: Counter
  /// How many bytes of blobs were given.
  let bytesSent: Counter

  /// Creates metrics.
  ///
  /// - Parameter factory: Where they are counted.
  init(factory: any MetricsFactory) {
    self.factory = factory
    inFlight = Meter(label: "notes_requests_in_flight", factory: factory)
    watchers = Meter(label: "notes_watchers", factory: factory)
    let changes = "notes_changes_received_total"
    applied = Counter(label: changes, dimensions: [("result", "applied")], factory: factory)
    conflicts = Counter(label: changes, dimensions: [("result", "conflict")], factory: factory)
    refused = Counter(label: changes, dimensions: [("result", "refused")], factory: factory)
    items = Counter(label: "notes_items_sent_total", factory: factory)
    bytesReceived = Counter(label: "notes_blob_bytes_received_total", factory: factory)
    bytesSent = Counter(label: "notes_blob_bytes_sent_total", factory: factory)
  }

  /// Counts an answer.
  ///
  /// - Parameters:
  ///   - route: The pattern of the request's path.
  ///   - status: The status of the answer.
  ///   - milliseconds: How long it took.
  func count(_ route: String, status: Int, milliseconds: Int) {
    let counter = requests.withLock { requests in
      let answer = Answer(route: route, status: status)
      if let known = requests[answer] { return known }
      let dimensions = [("route", route), ("status", "\(status)")]
      let counter = Counter(label: "notes_requests_total", dimensions: dimensions, factory: factory)
      requests[answer] = counter
      return counter
    }
    counter.increment()
    let timer = durations.withLock { durations in
      if let known = durations[route] { return known }
      let timer = Timer(label: "notes_request_seconds", dimensions: [("route", route)], factory: factory)
      durations[route] = timer
      return timer
    }
    timer.recordMilliseconds(milliseconds)
  }

  /// Counts what came of the changes of a batch.
  func count(_ results: [PushResult]) {
    for result in results {
      switch result {
      case .applied: applied.increment()
      case .conflict: conflicts.increment()
      case .refused: refused.increment()
      }
    }
  }
}
