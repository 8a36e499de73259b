import NotesDomain
import NotesViewModels

/// The commands that go on from the results of a sync, which the terminal adds to them.
enum SyncAdvice {
  /// Returns the results that need attention, one line each.
  static func lines(_ summary: SyncSummary, _ status: SyncStatus) -> [StyledText] {
    var lines: [StyledText] = []
    if let copies = SyncText.copies(summary) {
      lines.append("\(copies)  \(.dim, "notesctl conflicts")")
    } else if status.conflicts > 0 {
      lines.append(
        "\(.count(status.conflicts, "unresolved conflict")) from earlier syncs.  \(.dim, "notesctl conflicts")")
    }
    if !status.blocked.isEmpty {
      lines.append("\(.count(status.blocked.count, "note")) skipped.  \(.dim, "notesctl sync status")")
    }
    return lines + SyncText.attachments(summary).map { "\($0)  \(.dim, "notesctl attachments")" }
  }

  /// The commands that continue after a guard stopped deletions, one line each.
  static let ofBrake: [StyledText] = [
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
      add("paused", "\(brake.sentence.text)")
      for line in SyncAdvice.ofBrake { add("", line) }
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
  /// The ``CommandFailure/id`` of the failure of the last sync, or ``noNetwork``; `nil` after a success.
  var lastFailure: String?

  private static let noNetwork = "no-network"

  mutating func show(_ state: SyncViewState) throws(ConsoleError) {
    let time = times.short(wallClock.now())
    if state.pause == .noNetwork, lastFailure != Self.noNetwork {
      lastFailure = Self.noNetwork
      try console.write("\(.dim, time)  Waiting for the network.\n", to: .notice)
    }
    if let failure = state.phase.failure {
      let description = CommandFailure(failure)
      // Once, not for each attempt: a laptop can be without a network for hours.
      guard description.id != lastFailure else { return }
      lastFailure = description.id
      try console.write("\(.dim, time)  \(.failure, "Sync failed:") \(description.message).\n", to: .error)
      if case .deletionBrake? = failure.error as? SyncError {
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
    for line in SyncAdvice.lines(summary, status) { try console.write(line + "\n", to: .error) }
  }
}
