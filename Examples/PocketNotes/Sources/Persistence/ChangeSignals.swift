import GRDB

extension NotesDatabase {
  /// Calls a closure after each change of the notes, by this program or by another one, until the task is cancelled.
  func signalChanges(_ signal: @escaping @Sendable () -> Void) async throws {
    let observation = DatabaseRegionObservation(tracking: Table("note"))
    let cancellable = observation.start(in: queue, onError: { _ in }, onChange: { _ in signal() })
    defer { cancellable.cancel() }
    // SQLite does not tell what other programs write. It counts their changes, which costs a moment to ask.
    var version = try await dataVersion()
    // What was written before the observation began.
    signal()
    while true {
      try await Task.sleep(for: .milliseconds(200))
      let present = try await dataVersion()
      if present != version { signal() }
      version = present
    }
  }

  private func dataVersion() async throws -> Int? {
    try await queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }
}
