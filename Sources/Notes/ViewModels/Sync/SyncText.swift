package import NotesDomain

/// Results of syncs in words, for all fronts.
package enum SyncText {
  /// Returns a number with its noun, as in `3 changes`.
  package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Returns the result of a sync in a sentence, as in `Sent 3 changes, received 5: 1 note merged.`
  package static func line(_ summary: SyncSummary, _ status: SyncStatus) -> String {
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

  /// Returns the sentence about notes of which both versions were kept; `nil` without any.
  package static func copies(_ summary: SyncSummary) -> String? {
    guard summary.copied > 0 else { return nil }
    let verb = summary.copied == 1 ? "has" : "have"
    return "\(count(summary.copied, "note")) \(verb) conflicting changes; both versions were kept."
  }

  /// Returns the sentences about attachments that were not received.
  package static func attachments(_ summary: SyncSummary) -> [String] {
    var lines: [String] = []
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

  /// Returns the reason that a note is skipped, and what the server returned of it.
  package static func reason(_ blocked: SyncStatus.Blocked) -> String {
    switch blocked.setAside {
    case .notAuthentic: "the server returned a version that was changed, or that is of another note"
    case .rolledBack: "the server returned an earlier version"
    case .unprovenDeletion: "the server says that it was deleted, and no device of yours did"
    case .plainText: "the server returned plain text, which no device of yours sent"
    case .retiredKey: "the server returned a version that was sealed with an earlier key after you made a new one"
    case nil: reason(blocked.block)
    }
  }

  private static func reason(_ block: SyncBlock) -> String {
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
}
