import NotesDomain

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
      for line in SyncText.releases { text += row("", line) }
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
