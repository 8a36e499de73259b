import NotesDomain
import NotesViewModels

/// The output of `doctor`.
enum DoctorPage {
  /// Returns the text of an inspection: versions and contents, then a paragraph for each finding.
  static func text(_ inspection: StoreInspection, _ findings: [StoreFinding], isWell: Bool) -> StyledText {
    var text = row("store", "\(inspection.path)")
    if let contents = inspection.contents {
      text += row(
        "contents",
        """
        \(.count(contents.notes, "note")), \(.count(contents.versions, "earlier version")), \
        \(.count(contents.attachments, "attachment"))
        """)
    }
    var versions: StyledText = "notesctl \(raw: CommandLineInterface.version), SQLite \(raw: inspection.library)"
    if let schema = inspection.schema { versions += ", store \(schema)" }
    text += row("versions", versions)
    for finding in findings {
      let wording = FindingWording(finding)
      text += "\n\(style(finding.severity), finding.severity.name.padded(to: 9))\(wording.message)\n"
      for fix in wording.fixes { text += "         \(fix)\n" }
    }
    if isWell { text += "\n\(.good, "Nothing has to be done.")\n" }
    return text
  }

  /// Returns the same as JSON. Its members are part of the program's interface.
  static func json(_ inspection: StoreInspection, _ findings: [StoreFinding], isWell: Bool) -> JSONValue {
    .members(
      ("well", .bool(isWell)), ("path", .string(inspection.path)), ("program", .string(CommandLineInterface.version)),
      ("sqlite", .string(inspection.library)), ("schema", inspection.schema.map(JSONValue.number) ?? .null),
      ("notes", inspection.contents.map { .number($0.notes) } ?? .null),
      ("earlierVersions", inspection.contents.map { .number($0.versions) } ?? .null),
      ("attachments", inspection.contents.map { .number($0.attachments) } ?? .null),
      (
        "findings",
        .array(
          findings.map { finding in
            let wording = FindingWording(finding)
            return .members(
              ("severity", .string(finding.severity.name)), ("kind", .string(wording.kind)),
              ("message", .string(wording.message.rendered(hasColor: false))),
              ("fixes", .array(wording.fixes.map { .string($0.rendered(hasColor: false)) })))
          })
      ))
  }

  private static func row(_ label: String, _ value: StyledText) -> StyledText { .row(label, value, width: 10) }

  private static func style(_ severity: StoreFinding.Severity) -> TextStyle {
    switch severity {
    case .problem: .failure
    case .warning: .tag
    case .note: .dim
    }
  }
}

extension StoreFinding.Severity {
  /// The name that is printed.
  fileprivate var name: String {
    switch self {
    case .problem: "problem"
    case .warning: "warning"
    case .note: "note"
    }
  }
}

/// The wording of a finding: what is the case, and the commands that mend it.
struct FindingWording {
  /// The name of the finding in JSON.
  let kind: String
  let message: StyledText
  let fixes: [StyledText]

  init(_ finding: StoreFinding) {
    switch finding {
    case .noStore(let path):
      self.init("no-store", "there are no notes at \(path) yet", ["notesctl add, notesctl import or notesctl sync"])
    case .unusable(let error):
      let failure = CommandFailure(error)
      var fixes = failure.hints
      if case .corrupt = error { fixes.append("or restore a backup: notesctl store restore FILE") }
      self.init("store", failure.message, fixes)
    case .wrongIndex(let index):
      self.init(
        "index", "the index of \(raw: index.rawValue) does not fit the notes: some are not found",
        ["notesctl store rebuild"])
    case .damagedAttachment(let digest):
      self.init(
        "attachment", "the attachment \(raw: digest.description) is damaged",
        ["notesctl sync downloads it, if the server has it", "or attach the file again: notesctl attach"])
    case .olderVersion(_, let found, let supported):
      self.init(
        "older-version", "the store has version \(found); the next command brings it to version \(supported)",
        ["notesctl list"])
    case .exposed(let path, let mode, let isFolder):
      self.init(
        "exposed",
        "other users can \(raw: isFolder ? "change files in" : "access") \(path): its permissions are \(raw: String(mode, radix: 8))",
        ["chmod \(raw: isFolder ? "700" : "600") \(ShellQuoting.quotedIfNeeded(path))"])
    case .wrongOwner(let path):
      self.init(
        "owner", "\(path) belongs to another user", ["sudo chown \"$USER\" \(ShellQuoting.quotedIfNeeded(path))"])
    case .leftover(let path, let bytes):
      self.init(
        "leftover", "\(path) is left of a command that was killed: \(raw: ByteCountText.of(bytes))",
        ["rm \(ShellQuoting.quotedIfNeeded(path))"])
    case .replacedStore(let path, let bytes):
      self.init(
        "replaced-store", "\(path) is the store before a restore: \(raw: ByteCountText.of(bytes))",
        ["if you no longer need it: rm \(ShellQuoting.quotedIfNeeded(path))"])
    case .lowSpace(let path, let free):
      self.init(
        "low-space", "only \(raw: ByteCountText.of(free)) are free on the disk of \(path)",
        [
          "find what takes the space: df -h \(ShellQuoting.quotedIfNeeded(path))",
          "delete unused attachments: notesctl attachments prune",
        ])
    case .noSpaceForCopy(let path, let free, let store):
      self.init(
        "no-space-for-copy",
        """
        the disk of \(path) has \(raw: ByteCountText.of(free)) free, and the store \(raw: ByteCountText.of(store)): \
        too little to restore or rebuild it
        """, ["back up to another disk: notesctl store backup FILE"])
    case .futureNotes(let count, let last, let time):
      self.init(
        "future-notes",
        "\(.count(count, "note")) with a time in the future, the last at \(raw: time.iso8601): they stay on top of lists",
        ["compare the clock: date", "see the note: notesctl show \(raw: last.description)"])
    case .conflicts(let count):
      self.init("conflicts", "\(.count(count, "unresolved conflict"))", ["notesctl conflicts"])
    case .blockedNotes(let count):
      self.init(
        "blocked-notes", "\(.count(count, "note")) not synced",
        [
          "see why: notesctl sync status", "try again what the server rejects: notesctl sync --retry-refused",
          "send your versions of what cannot be read: notesctl sync --replace-unreadable",
        ])
    case .setAsideVersions(let count):
      self.init(
        "set-aside-versions",
        "\(.count(count, "note")) with a version from the server that is not used, since it may not be yours",
        ["see why: notesctl sync status"])
    case .deletionBrake(let brake):
      self.init(
        "deletion-brake",
        "syncs stop, since the next one would delete \(brake.deletions) of \(.count(brake.notes, "note"))",
        ["delete them: notesctl sync --accept-deletions", "or keep them: notesctl sync --keep-deleted"])
    case .drafts(let count): self.init("drafts", "\(.count(count, "draft")) of an editor", ["notesctl drafts"])
    case .unreadableDrafts(let error): self.init("drafts", CommandFailure(error))
    case .notSignedIn: self.init("not-signed-in", "this device is not signed in", ["to sync: notesctl login SERVER"])
    case .credentials(let error): self.init("credentials", CommandFailure(error))
    case .lockedVault: self.init("locked-vault", CommandFailure(EncryptionProblem.locked))
    case .unfinishedSealing(.rotationRequested):
      self.init(
        "unfinished-sealing", "a rotation of everything was interrupted, perhaps before it made the new key",
        ["see what is left: notesctl encryption status"])
    case .unfinishedSealing(.rotating):
      self.init(
        "unfinished-sealing", "the server may still have notes and attachments that are sealed with an earlier key",
        ["send them anew: notesctl encryption rotate --resume"])
    case .unfinishedSealing:
      self.init(
        "unfinished-sealing", "the server may still have notes and attachments that are not encrypted",
        ["encrypt the rest: notesctl encryption enable"])
    case .owedRecoveryCode:
      self.init(
        "owed-recovery-code",
        "the last recovery code that this device made may not have been shown, and earlier ones may be void",
        ["print a new one: notesctl encryption recovery"])
    case .server(let error): self.init("server", CommandFailure(error))
    case .clockDifference(let difference):
      let seconds = Int(difference.components.seconds)
      self.init(
        "clock",
        "the clock of this device is \(.count(abs(seconds), "second")) \(raw: seconds > 0 ? "ahead of" : "behind") the server's",
        ["set it: timedatectl set-ntp true"])
    }
  }

  private init(_ kind: String, _ message: StyledText, _ fixes: [StyledText]) {
    (self.kind, self.message, self.fixes) = (kind, message, fixes)
  }

  private init(_ kind: String, _ failure: CommandFailure) { self.init(kind, failure.message, failure.hints) }
}
