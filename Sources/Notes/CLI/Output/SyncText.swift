import NotesDomain
import NotesViewModels

/// Results of syncs as text.
enum SyncText {
  /// Returns the result of a sync on one line, as in `Sent 3 changes, received 5: 1 note merged.`
  static func line(_ summary: SyncSummary, _ status: SyncStatus) -> StyledText {
    if !summary.madeChanges, status.isUpToDate { return "Already up to date." }
    var text: StyledText = "Sent \(.count(summary.sent, "change")), received \(summary.received)"
    var parts: [StyledText] = []
    if summary.attachmentsSent > 0 { parts.append("\(.count(summary.attachmentsSent, "attachment")) sent") }
    if summary.attachmentsReceived > 0 { parts.append("\(.count(summary.attachmentsReceived, "attachment")) received") }
    if summary.merged > 0 { parts.append("\(.count(summary.merged, "note")) merged") }
    if summary.copied > 0 { parts.append("\(.count(summary.copied, "note")) kept in two versions") }
    if summary.deleted > 0 { parts.append("\(.count(summary.deleted, "note")) deleted here") }
    for (index, part) in parts.enumerated() { text += (index == 0 ? ": " : ", ") + part }
    return text + "."
  }

  /// Returns the results that need attention, one line each.
  static func advice(_ summary: SyncSummary, _ status: SyncStatus) -> [StyledText] {
    var lines: [StyledText] = []
    if summary.copied > 0 {
      let verb = summary.copied == 1 ? "has" : "have"
      lines.append(
        "\(.count(summary.copied, "note")) \(raw: verb) conflicting changes; both versions were kept.  \(.dim, "notesctl conflicts")"
      )
    } else if status.conflicts > 0 {
      lines.append(
        "\(.count(status.conflicts, "unresolved conflict")) from earlier syncs.  \(.dim, "notesctl conflicts")")
    }
    if !status.blocked.isEmpty {
      lines.append("\(.count(status.blocked.count, "note")) skipped.  \(.dim, "notesctl sync status")")
    }
    if summary.attachmentsMissing > 0 {
      lines.append(
        "\(.count(summary.attachmentsMissing, "attachment")) not on the server yet: sync the device that has them.  \(.dim, "notesctl attachments")"
      )
    }
    if summary.attachmentsWithoutSpace > 0 {
      lines.append(
        "\(.count(summary.attachmentsWithoutSpace, "attachment")) not downloaded: no space for such a file on the disk.  \(.dim, "notesctl attachments")"
      )
    }
    return lines
  }

  /// Returns the reason that a note is skipped.
  static func reason(_ block: SyncBlock) -> StyledText {
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
  static func reason(_ blocked: SyncStatus.Blocked) -> StyledText {
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
  static func brake(_ brake: DeletionBrake) -> StyledText {
    "\(brake.deletions) of \(.count(brake.notes, "note")) were deleted on other devices and would be deleted here"
  }

  /// The commands that continue after a guard stopped deletions, one line each.
  static let brakeReleaseHints: [StyledText] = [
    "to apply the deletions:         notesctl sync --accept-deletions",
    "to keep and restore the notes:  notesctl sync --keep-deleted",
  ]
}

/// The sync status of this device on a page.
struct SyncStatusPage {
  let times: TimeText

  /// Returns the page, with the short ids of those skipped notes that are on this device.
  func text(_ status: SyncStatus, _ credentials: Credentials?, shortIDs: [NoteID: String]) -> StyledText {
    var text: StyledText = ""
    func add(_ label: String, _ value: StyledText) { text += .row(label, value, width: 12) }
    if let credentials { add("server", "\(credentials.server.description), as \(credentials.account.text)") }
    add("last sync", "\(raw: status.lastSuccess.map(times.short) ?? "never")")
    add("pending", status.pending == 0 ? "nothing" : .count(status.pending, "change"))
    if status.conflicts > 0 { add("conflicts", "\(status.conflicts)  \(.dim, "notesctl conflicts")") }
    if let brake = status.deletionBrake {
      add("paused", SyncText.brake(brake))
      for line in SyncText.brakeReleaseHints { add("", line) }
    }
    guard !status.blocked.isEmpty else { return text }
    add("skipped", .count(status.blocked.count, "note"))
    for blocked in status.blocked {
      let id = shortIDs[blocked.id] ?? blocked.id.description
      let title: StyledText = blocked.title.map { "\(.title, $0)" } ?? "\(.dim, "(not on this device)")"
      text += "  \(raw: id)  \(title): \(SyncText.reason(blocked))\n"
    }
    if status.blocked.contains(where: { if case .refused = $0.block { true } else { false } }) {
      text += "  \(.dim, "Edit them, or retry: notesctl sync --retry-refused")\n"
    }
    if status.blocked.contains(where: { $0.setAside != nil }) {
      text +=
        "  \(.dim, "They stay as they are here until a device of yours sends them. Ask the operator of the server.")\n"
    }
    return text
  }
}

/// The lines that `sync watch` prints: one for each sync that changed something, and one when a failure begins, changes or
/// ends.
struct WatchReport {
  let times: TimeText
  let wallClock: any WallClock
  let console: any Console
  /// The ``CommandFailure/id`` of the failure of the last sync; `nil` after a success.
  var lastFailure: String?

  mutating func show(_ state: SyncViewState) throws(ConsoleError) {
    let time = times.short(wallClock.now())
    if let failure = state.phase.failure {
      let description = CommandFailure(failure)
      // Once, not for each attempt: a laptop can be without a network for hours.
      guard description.id != lastFailure else { return }
      lastFailure = description.id
      try console.write("\(.dim, time)  \(.failure, "Sync failed:") \(description.message).\n", to: .error)
      if case .sync(.deletionBrake) = failure {
        for hint in description.hints { try console.write("  \(hint)\n", to: .error) }
      }
      return
    }
    guard let summary = state.summary, let status = state.status else { return }
    let hadFailed = lastFailure != nil
    lastFailure = nil
    guard summary.madeChanges else {
      if hadFailed { try console.write("\(.dim, time)  Sync resumed.\n", to: .notice) }
      return
    }
    try console.write("\(.dim, time)  \(SyncText.line(summary, status))\n", to: .notice)
    for line in SyncText.advice(summary, status) { try console.write(line + "\n", to: .error) }
  }
}
