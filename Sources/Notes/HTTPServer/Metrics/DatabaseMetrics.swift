import CoreMetrics
import NotesDomain
import NotesHosting
import Synchronization

/// The metrics of the database behind the server. Nothing is recorded for a store in this process.
final class DatabaseMetrics: Sendable {
  private let database: any DatabaseMonitor
  private let factory: any MetricsFactory
  /// The use when the metrics were last updated.
  private let last = Mutex(DatabaseUse())

  init(database: any DatabaseMonitor, factory: any MetricsFactory) {
    self.database = database
    self.factory = factory
  }

  /// Records the present use.
  func update() {
    last.withLock { last in
      guard let use = database.use else { return }
      set("notes_database_connections", use.connections)
      set("notes_database_connections_limit", use.limit)
      set("notes_database_connections_idle", use.idle)
      set("notes_database_waiting", use.waiting)
      set("notes_database_stalled", use.isStalled ? 1 : 0)
      set("notes_database_listening", use.isListening ? 1 : 0)
      count("notes_database_trips_total", use.trips - last.trips)
      count("notes_database_retries_total", use.retries - last.retries)
      count("notes_database_listen_failures_total", use.listenFailures - last.listenFailures)
      last = use
    }
  }

  private func set(_ label: String, _ value: Int) { Meter(label: label, factory: factory).set(value) }

  private func count(_ label: String, _ amount: Int) { Counter(label: label, factory: factory).increment(by: amount) }
}
