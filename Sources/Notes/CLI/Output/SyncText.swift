import NotesDomain
import NotesViewModels

/// What a sync did, in words.
enum SyncText {
  /// On one line, for example `Sent 3 changes, received 5: 1 note merged.`
  static func line(_ summary: SyncSummary) -> StyledText {
    guard summary.madeChanges else { return "Nothing new here, nothing new elsewhere." }
    var text: StyledText = "Sent \(Plural.changes(summary.sent)), received \(summary.received)"
    var parts: [StyledText] = []
    if summary.attachmentsSent > 0 { parts.append("\(Plural.attachments(summary.attachmentsSent)) sent") }
    if summary.attachmentsReceived > 0 { parts.append("\(Plural.attachments(summary.attachmentsReceived)) received") }
    if summary.merged > 0 { parts.append("\(Plural.notes(summary.merged)) merged") }
    if summary.copied > 0 { parts.append("\(Plural.notes(summary.copied)) kept in two versions") }
    if summary.deleted > 0 { parts.append("\(Plural.notes(summary.deleted)) deleted here") }
    for (index, part) in parts.enumerated() { text += (index == 0 ? ": " : ", ") + part }
    return text + "."
  }

  /// What a person should look at, a line each.
  static func advice(_ summary: SyncSummary, _ status: SyncStatus) -> [StyledText] {
    var lines: [StyledText] = []
    if summary.copied > 0 {
      lines.append(
        "\(Plural.notes(summary.copied)) changed here and elsewhere in the same place, so both texts are kept.  \(.dim, "notesctl conflicts")"
      )
    } else if status.conflicts > 0 {
      lines.append("\(Plural.conflicts(status.conflicts)) of earlier syncs to settle.  \(.dim, "notesctl conflicts")")
    }
    if !status.blocked.isEmpty {
      lines.append("\(Plural.notes(status.blocked.count)) left out.  \(.dim, "notesctl sync status")")
    }
    if summary.attachmentsMissing > 0 {
      lines.append(
        "\(Plural.attachments(summary.attachmentsMissing)) not on the server yet: sync the device that has them.  \(.dim, "notesctl attachments")"
      )
    }
    return lines
  }

  /// Why a note is left out.
  static func reason(_ block: SyncBlock) -> StyledText {
    switch block {
    case .refused(.tooLarge): "the server refuses it: it is too large"
    case .refused(.overQuota): "the server refuses it: the vault is full"
    case .refused(.missingBlob): "a file that is attached to it is neither here nor on the server"
    case .refused(PushRefusal(code: "damaged_blob")): "a file that is attached to it arrives damaged at the server"
    case .refused(PushRefusal(code: "request_refused")):
      "the server, or a proxy in front of it, lets no request with it through"
    case .refused(let refusal): "the server refuses it: \(refusal.code)"
    case .unreadable: "a newer notesctl wrote it, and this one cannot read it"
    }
  }

  /// What a brake holds back.
  static func brake(_ brake: DeletionGuard) -> StyledText {
    "\(brake.deletions) of \(Plural.notes(brake.notes)) were deleted elsewhere, and would be deleted here"
  }

  /// How to release a brake, a line each.
  static let brakeReleaseHints: [StyledText] = [
    "to delete them here too:           notesctl sync --accept-deletions",
    "to keep them and bring them back:  notesctl sync --keep-deleted",
  ]
}

/// Where this device stands with its vault, on a page.
struct SyncStatusPage {
  private let times: TimeText

  init(times: TimeText) {
    self.times = times
  }

  /// - Parameters:
  ///   - status: Where it stands.
  ///   - credentials: Which server it speaks to; `nil` for none.
  ///   - shortIDs: The short ids of notes that are left out, where there are some.
  func text(_ status: SyncStatus, _ credentials: Credentials?, shortIDs: [NoteID: String]) -> StyledText {
    var text: StyledText = ""
    if let credentials {
      text += row("server", "\(credentials.server.description), as \(credentials.account.text)")
    }
    text += row("last sync", "\(raw: status.lastSuccess.map(times.short) ?? "never")")
    text += row("pending", status.pending == 0 ? "nothing" : Plural.changes(status.pending))
    if status.conflicts > 0 {
      text += row("conflicts", "\(status.conflicts)  \(.dim, "notesctl conflicts")")
    }
    if let brake = status.brake {
      text += row("stopped", "\(SyncText.brake(brake))")
      for line in SyncText.brakeReleaseHints { text += row("", line) }
    }
    guard !status.blocked.isEmpty else { return text }
    text += row("left out", Plural.notes(status.blocked.count))
    for blocked in status.blocked {
      let title = blocked.title.map { "\(.title, $0)" as StyledText } ?? "\(.dim, "(not here)")"
      text += "  \(raw: shortIDs[blocked.id] ?? blocked.id.description)  \(title): \(SyncText.reason(blocked.block))\n"
    }
    if status.blocked.contains(where: \.block.isRefusal) {
      text += "  \(.dim, "Edit them, or try again: notesctl sync --retry-refused")\n"
    }
    return text
  }

  private func row(_ name: String, _ value: StyledText) -> StyledText {
    let label = name + String(repeating: " ", count: max(0, 12 - name.count))
    return "\(.dim, label)\(value)\n"
  }
}

extension SyncBlock {
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}

/// What a watch says after each sync: a line when something was done, or when what stands in its way changes.
struct WatchReport {
  private let times: TimeText
  private let clock: any WallClock
  private let console: any Console
  /// How a program would end that failed as the last sync did; `nil` when it did not fail.
  private var lastFailureStatus: ExitStatus?

  init(times: TimeText, clock: any WallClock, console: any Console) {
    self.times = times
    self.clock = clock
    self.console = console
  }

  mutating func show(_ state: SyncViewState) throws(ConsoleError) {
    let time = times.short(clock.now())
    if let failure = state.phase.failure {
      let words = CommandFailure(failure)
      // Once, not each time: a laptop on a train has no network for hours.
      guard words.status != lastFailureStatus else { return }
      lastFailureStatus = words.status
      try console.write("\(.dim, time)  \(.failure, "Not synced:") \(words.message).\n", to: .error)
      if case .sync(.braked) = failure {
        for hint in words.hints { try console.write("  \(hint)\n", to: .error) }
      }
      return
    }
    guard let summary = state.summary, let status = state.status else { return }
    let wasStopped = lastFailureStatus != nil
    lastFailureStatus = nil
    guard summary.madeChanges else {
      if wasStopped { try console.write("\(.dim, time)  All is well again.\n", to: .notice) }
      return
    }
    try console.write("\(.dim, time)  \(SyncText.line(summary))\n", to: .notice)
    for line in SyncText.advice(summary, status) { try console.write(line + "\n", to: .error) }
  }
}
