import NotesDomain
import NotesViewModels

/// Results of syncs in words.
enum SyncText {
  /// Returns a number with its noun, as in `3 changes`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Returns the result of a sync in a sentence, as in `Sent 3 changes, received 5: 1 note merged.`
  static func line(_ summary: SyncSummary, _ status: SyncStatus) -> String {
    if !summary.madeChanges, status.isUpToDate { return "Already up to date." }
    let parts: [(Int, noun: String, verb: String)] = [
      (summary.attachmentsSent, "attachment", "sent"), (summary.attachmentsReceived, "attachment", "received"),
      (summary.merged, "note", "merged"), (summary.copied, "note", "kept in two versions"),
      (summary.deleted, "note", "deleted here"),
    ]
    let details = parts.filter { $0.0 > 0 }.map { "\(count($0.0, $0.noun)) \($0.verb)" }.joined(separator: ", ")
    return
      "Sent \(count(summary.sent, "change")), received \(summary.received)\(details.isEmpty ? "" : ": " + details)."
  }

  /// Returns the results that need attention, one sentence each.
  static func advice(_ summary: SyncSummary, _ status: SyncStatus) -> [String] {
    var lines: [String] = []
    if summary.copied > 0 {
      let verb = summary.copied == 1 ? "has" : "have"
      lines.append("\(count(summary.copied, "note")) \(verb) conflicting changes; both versions were kept.")
    }
    if summary.attachmentsMissing > 0 {
      lines.append(
        "\(count(summary.attachmentsMissing, "attachment")) not on the server yet: sync the device that has them.")
    }
    if summary.attachmentsWithoutSpace > 0 {
      lines.append(
        "\(count(summary.attachmentsWithoutSpace, "attachment")) not downloaded: no space for such a file on the disk.")
    }
    return lines
  }

  /// Returns the reason that a note is skipped.
  static func reason(_ block: SyncBlock) -> String {
    switch block {
    case .refused(.tooLarge): "rejected by the server: it is too large"
    case .refused(.overQuota): "rejected by the server: the vault is full"
    case .refused(.missingBlob): "an attachment is missing here and on the server"
    case .refused(PushRefusal(code: "damaged_blob")): "an attachment arrives damaged at the server"
    case .refused(PushRefusal(code: "request_refused")): "the server rejects requests that contain it"
    case .refused(let refusal): "rejected by the server: \(refusal.code)"
    case .unreadable: "written by a newer notesctl; this one cannot read it"
    }
  }

  /// Returns the reason that a note is skipped, and what the server returned of it.
  static func reason(_ blocked: SyncStatus.Blocked) -> String {
    switch blocked.setAside {
    case .notAuthentic: "the server returned a version that was changed, or that is of another note"
    case .rolledBack: "the server returned an earlier version"
    case .unprovenDeletion: "the server says that it was deleted, and no device of yours did"
    case .plainText: "the server returned plain text, which no device of yours sent"
    case .retiredKey: "the server returned a version that was sealed with an earlier key after you made a new one"
    case nil: reason(blocked.block)
    }
  }

  /// Returns the deletions that a guard stopped.
  static func brake(_ brake: DeletionBrake) -> String {
    "\(brake.deletions) of \(count(brake.notes, "note")) were deleted on other devices and would be deleted here."
  }

  /// Returns the status of the sync in the background in a sentence.
  static func background(_ status: BackgroundSync.Status, _ times: TimeText) -> String {
    switch status {
    case .off: "off"
    case .starting: "syncing now"
    case .succeeded: "on: changes on this and other devices are synced at once"
    case .failed(.sync(.deletionBrake), _): "paused until you decide about the deletions"
    case .failed(let failure, let since):
      "failing since \(times.short(since)): \(WebFailure(failure).sentence)"
    }
  }

  /// Returns the status of the sync in the background in a word or a time of day, for the side of the page.
  static func brief(_ status: BackgroundSync.Status, _ times: TimeText) -> String {
    switch status {
    case .off: "off"
    case .starting: "now"
    case .succeeded(let time): String(times.short(time).suffix(5))
    case .failed(.sync(.deletionBrake), _): "paused"
    case .failed: "failed"
    }
  }
}

extension BackgroundSync.Status {
  /// Whether the last sync succeeded.
  var isSuccess: Bool { if case .succeeded = self { true } else { false } }
  /// Whether the last sync failed.
  var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension WebFailure {
  /// The message and the hint in one text.
  var sentence: String { hint.isEmpty ? message : "\(message) \(hint)" }
}
