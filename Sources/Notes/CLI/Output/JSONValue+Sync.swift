import NotesDomain
import NotesViewModels

extension JSONValue {
  /// What `sync` prints.
  static func sync(_ summary: SyncSummary, _ status: SyncStatus) -> JSONValue {
    .members(
      ("sent", .number(summary.sent)), ("received", .number(summary.received)), ("deleted", .number(summary.deleted)),
      ("merged", .number(summary.merged)), ("copied", .number(summary.copied)),
      ("blocked", .number(status.blocked.count)), ("conflicts", .number(status.conflicts)),
      ("attachmentsSent", .number(summary.attachmentsSent)),
      ("attachmentsReceived", .number(summary.attachmentsReceived)),
      ("attachmentsMissing", .number(summary.attachmentsMissing)))
  }

  /// What `sync status` prints.
  static func syncStatus(_ status: SyncStatus, _ account: Credentials?) -> JSONValue {
    .members(
      ("synced", .bool(status.hasSynced)),
      ("lastSuccess", status.lastSuccess.map { .string($0.iso8601) } ?? .null),
      ("pending", .number(status.pending)),
      ("conflicts", .number(status.conflicts)),
      (
        "brake",
        status.brake.map { .members(("deletions", .number($0.deletions)), ("notes", .number($0.notes))) } ?? .null
      ),
      ("blocked", .array(status.blocked.map(blocked))),
      ("account", credentials(account)))
  }

  /// A conflict, as `conflicts list` prints it.
  static func conflict(_ conflict: NoteConflict) -> JSONValue {
    .object(members(conflict))
  }

  /// A conflict with its texts, as `conflicts show` prints it.
  static func openConflict(_ open: OpenConflict) -> JSONValue {
    .object(
      members(open.conflict) + [
        Member(name: "base", value: open.conflict.base.map(note) ?? .null),
        Member(name: "theirs", value: note(open.conflict.theirs)),
        Member(name: "ours", value: note(open.conflict.ours)),
        Member(name: "noteNow", value: open.note.map(note) ?? .null),
        Member(name: "copyNow", value: open.copy.map(note) ?? .null),
      ])
  }

  private static func blocked(_ blocked: SyncStatus.Blocked) -> JSONValue {
    let reason: String
    switch blocked.block {
    case .refused(let refusal): reason = refusal.code
    case .unreadable: reason = "unreadable"
    }
    return .members(
      ("id", .string(blocked.id.description)), ("title", blocked.title.map { .string($0) } ?? .null),
      ("reason", .string(reason)))
  }

  private static func members(_ conflict: NoteConflict) -> [Member] {
    [
      Member(name: "id", value: .string(conflict.copy.description)),
      Member(name: "note", value: .string(conflict.note.description)),
      Member(name: "title", value: .string(conflict.theirs.title)),
      Member(name: "met", value: .string(conflict.met.iso8601)),
    ]
  }
}

extension NoteConflict {
  /// A conflict that shows which fields there are.
  static var example: NoteConflict {
    let moment = Timestamp(millisecondsSince1970: 0)
    let note = Note(id: NoteID(high: 0, low: 0), title: "", body: "", created: moment, modified: moment)
    return NoteConflict(note: note.id, copy: note.id, base: nil, theirs: note, ours: note, met: moment)
  }
}

extension JSONValue {
  /// A device, as `devices` prints it.
  static func signedInDevice(_ device: SignedInDevice, isThis: Bool) -> JSONValue {
    .members(
      ("id", .string(device.id.description)), ("label", .string(device.label)),
      ("signedIn", .string(device.signedIn.iso8601)), ("lastSeen", .string(device.lastSeen.iso8601)),
      ("this", .bool(isThis)))
  }

  /// A device that shows which fields there are.
  static var deviceExample: JSONValue {
    let start = Timestamp(millisecondsSince1970: 0)
    return signedInDevice(
      SignedInDevice(id: SignedInDeviceID(bits: 0), label: "", signedIn: start, lastSeen: start), isThis: false)
  }

  /// This device's account, as `sync status` prints it: nothing of it is secret.
  static func credentials(_ credentials: Credentials?) -> JSONValue {
    guard let credentials else { return .null }
    return .members(
      ("server", .string(credentials.server.description)), ("name", .string(credentials.account.text)),
      ("device", .string(credentials.device.description)))
  }
}

extension JSONValue {
  /// An account, as `server user list` prints it.
  static func account(_ overview: AccountOverview) -> JSONValue {
    .members(
      ("name", .string(overview.account.name.text)), ("vault", .string(overview.account.vault.name)),
      ("created", .string(overview.account.created.iso8601)), ("notes", .number(overview.size.notes)),
      ("tombstones", .number(overview.size.tombstones)), ("receipts", .number(overview.size.receipts)),
      ("devices", .array(overview.devices.map(device))))
  }

  /// What `server stats` prints.
  static func serverStatistics(_ statistics: ServerStatistics) -> JSONValue {
    .members(
      ("accounts", .number(statistics.accounts)), ("devices", .number(statistics.devices)),
      ("vaults", .number(statistics.vaults)), ("notes", .number(statistics.notes)),
      ("tombstones", .number(statistics.tombstones)), ("receipts", .number(statistics.receipts)),
      ("noteBytes", .number(statistics.noteBytes)), ("blobs", .number(statistics.blobs)),
      ("blobBytes", .number(statistics.blobBytes)), ("storeBytes", .number(statistics.storeBytes)),
      ("version", .number(statistics.schema)))
  }

  /// An account that shows which fields there are.
  static var accountExample: JSONValue {
    let start = Timestamp(millisecondsSince1970: 0)
    let size = VaultSize(notes: 0, tombstones: 0, receipts: 0)
    return AccountName("ada").map { Account(name: $0, vault: .main, created: start) }
      .map { account(AccountOverview(account: $0, devices: [], size: size)) } ?? .null
  }

  private static func device(_ device: SignedInDevice) -> JSONValue {
    .members(
      ("id", .string(device.id.description)), ("label", .string(device.label)),
      ("signedIn", .string(device.signedIn.iso8601)), ("lastSeen", .string(device.lastSeen.iso8601)))
  }
}

extension JSONValue {
  /// A setting, as `serve --print-config` prints it.
  static func setting(_ setting: HostSetting) -> JSONValue {
    .members(
      ("name", .string(setting.name.rawValue)), ("value", setting.value.map(JSONValue.string) ?? .null),
      ("origin", .string(setting.origin.description(for: setting.name))))
  }

  /// A setting that shows which fields there are.
  static var settingExample: JSONValue {
    setting(HostSetting(name: .listen, value: nil, origin: .standard))
  }
}
