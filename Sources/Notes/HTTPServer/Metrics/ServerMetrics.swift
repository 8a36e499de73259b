import CoreMetrics
import NotesDomain
import Synchronization

/// The metrics of the server, recorded by the metrics library, so that another backend can replace ``MetricRegistry``.
final class ServerMetrics: Sendable {
  private struct RequestKey: Hashable {
    let route: String
    let status: Int
  }

  private let factory: any MetricsFactory
  private let requests = Mutex<[RequestKey: (count: Counter, duration: Timer)]>([:])
  let inFlight: Meter
  /// The number of long polls.
  let watchers: Meter
  private let applied: Counter
  private let conflicts: Counter
  private let refused: Counter
  let items: Counter
  private let bytesReceived: Counter
  let bytesSent: Counter
  /// The lines of the log that were dropped, since nothing read the others.
  let droppedLines: Counter

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
    droppedLines = Counter(label: "notes_log_lines_dropped_total", factory: factory)
  }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - route: The pattern of the path.
  ///   - status: The status of the response.
  ///   - duration: The duration, recorded in whole milliseconds.
  func count(_ route: String, status: Int, duration: Duration) {
    let (count, timer) = requests.withLock { requests in
      let key = RequestKey(route: route, status: status)
      if let known = requests[key] { return known }
      let metrics = (
        count: Counter(
          label: "notes_requests_total", dimensions: [("route", route), ("status", "\(status)")], factory: factory),
        duration: Timer(label: "notes_request_seconds", dimensions: [("route", route)], factory: factory)
      )
      requests[key] = metrics
      return metrics
    }
    count.increment()
    timer.recordMilliseconds(duration.milliseconds)
  }

  /// Counts the bytes of a piece that the vault has stored up to its end. Others are refused, or belong elsewhere.
  func count(_ reply: BlobUploadReply, to piece: BlobPiece) {
    guard case .progress(let progress) = reply, progress.received == piece.offset + piece.bytes.count else { return }
    bytesReceived.increment(by: piece.bytes.count)
  }

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
