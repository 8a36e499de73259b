import NotesDomain

/// What one sync was asked for, and what it has done so far.
struct SyncRun {
  let request: SyncRequest
  let report: @Sendable (SyncProgress) -> Void
  var summary = SyncSummary()
  /// A pull that waits for a person to decide.
  var brake: DeletionBrake?
  /// What was learned of the vault's blobs.
  var vault = VaultBlobs()
  /// How many changes there were to send when the last batch was made, those sent before included.
  var toSend = 0

  init(request: SyncRequest, report: @escaping @Sendable (SyncProgress) -> Void) {
    self.request = request
    self.report = report
  }
}
