import NotesDomain

/// What a sync did, in words.
enum SyncText {
  /// On one line, for example `Sent 3 changes, received 5: 1 note merged.`
  static func line(_ summary: SyncSummary) -> StyledText {
    guard summary.hasDoneSomething else { return "Nothing new here, nothing new elsewhere." }
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
    case .refused(Refusal(code: "damaged_blob")): "a file that is attached to it arrives damaged at the server"
    case .refused(Refusal(code: "request_refused")):
      "the server, or a proxy in front of it, lets no request with it through"
    case .refused(let refusal): "the server refuses it: \(refusal.code)"
    case .unreadable: "a newer notesctl wrote it, and this one cannot read it"
    }
  }

  /// What a brake holds back.
  static func brake(_ brake: DeletionBrake) -> StyledText {
    "\(brake.deletions) of \(Plural.notes(brake.notes)) were deleted elsewhere, and would be deleted here"
  }

  /// How to release a brake, a line each.
  static let releases: [StyledText] = [
    "to delete them here too:           notesctl sync --accept-deletions",
    "to keep them and bring them back:  notesctl sync --keep-deleted",
  ]
}
