import NotesDomain

/// What one sync was asked for, and what it has done so far.
struct SyncRun {
  let request: SyncRequest
  let report: @Sendable (SyncProgress) -> Void
  var summary = SyncSummary()
  /// A pull that waits for a person to decide.
  var brake: DeletionBrake?
  /// How many changes were pending when the first batch was made.
  var toSend = 0

  init(request: SyncRequest, report: @escaping @Sendable (SyncProgress) -> Void) {
    self.request = request
    self.report = report
  }
}
