import NotesDomain
import NotesViewModels

/// The sync in the background in words.
enum BackgroundSyncText {
  /// Returns the status of the sync in the background in a sentence.
  static func sentence(_ status: BackgroundSync.Status, _ times: TimeText) -> String {
    switch status {
    case .off: "off"
    case .starting: "syncing now"
    case .slowed: "on, rarely, to save the battery: changes on this device are synced at once, others within 20 minutes"
    case .paused(.noNetwork): "waiting for the network"
    case .paused(.background): "waiting until this computer is awake"
    case .succeeded: "on: changes on this and other devices are synced at once"
    case .failed(let failure, _) where failure.isBrake: "paused until you decide about the deletions"
    case .failed(let failure, let since):
      "failing since \(times.short(since)): \(WebFailure(failure).sentence)"
    }
  }

  /// Returns the status of the sync in the background in a word or a time of day, for the side of the page.
  static func brief(_ status: BackgroundSync.Status, _ times: TimeText) -> String {
    switch status {
    case .off: "off"
    case .starting: "now"
    case .paused(.noNetwork): "offline"
    case .paused(.background): "paused"
    case .succeeded(let time), .slowed(let time): String(times.short(time).suffix(5))
    case .failed(let failure, _) where failure.isBrake: "paused"
    case .failed(let failure, _) where failure.asksToSignIn: "sign in"
    case .failed: "failed"
    }
  }
}

extension BackgroundSync.Status {
  /// Whether the last sync succeeded.
  var isSuccess: Bool {
    switch self {
    case .succeeded, .slowed: true
    case .off, .starting, .paused, .failed: false
    }
  }
  /// Whether the last sync failed.
  var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension Failure {
  /// Whether the guard against many deletions stopped a sync.
  fileprivate var isBrake: Bool { if case .deletionBrake? = error as? SyncError { true } else { false } }
}
