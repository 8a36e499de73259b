import NotesDomain
import NotesFronts
import NotesHosting
import NotesViewModels

extension JSONFields<NoteConflict> {
  /// A conflict, as printed by `conflicts list`.
  static var conflict: Self {
    Self(
      ("id", { .string($0.copy.description) }),
      ("note", { .string($0.note.description) }),
      ("title", { .string($0.theirs.title) }),
      ("met", { .string($0.detected.iso8601) }))
  }
}

extension JSONFields<OpenConflict> {
  /// A conflict with its texts, as printed by `conflicts show`.
  static var openConflict: Self {
    JSONFields<NoteConflict>.conflict.of(\.conflict)
      + Self(
        ("base", { $0.conflict.base.map(JSONValue.note) ?? .null }),
        ("theirs", { .note($0.conflict.theirs) }),
        ("ours", { .note($0.conflict.ours) }),
        ("noteNow", { $0.note.map(JSONValue.note) ?? .null }),
        ("copyNow", { $0.copy.map(JSONValue.note) ?? .null }))
  }
}

extension JSONFields<SignedInDevice> {
  /// A device, as printed by `server user list` and, with `this`, by `devices`.
  static var device: Self {
    Self(
      ("id", { .string($0.id.description) }),
      ("label", { .string($0.label) }),
      ("signedIn", { .string($0.signedIn.iso8601) }),
      ("lastSeen", { .string($0.lastSeen.iso8601) }),
      ("expires", { .string($0.expires.iso8601) }))
  }

  /// Returns a device, as printed by `devices`; `this` marks the one with the id `own`.
  static func device(own: SignedInDeviceID?) -> Self { device + Self(("this", { .bool($0.id == own) })) }
}

extension JSONFields<AccountOverview> {
  /// An account, as printed by `server user list`.
  static var account: Self {
    Self(
      ("name", { .string($0.account.name.text) }),
      ("vault", { .string($0.account.vault.name) }),
      ("created", { .string($0.account.created.iso8601) }),
      ("notes", { .number($0.size.notes) }),
      ("tombstones", { .number($0.size.tombstones) }),
      ("receipts", { .number($0.size.receipts) }),
      ("devices", { .array($0.devices.map(JSONFields<SignedInDevice>.device.object)) }))
  }
}

extension JSONFields<AuditEntry> {
  /// An event, as printed by `server audit`.
  static var auditEntry: Self {
    Self(
      ("time", { .string($0.time.iso8601) }),
      ("event", { .string($0.event.kind.rawValue) }),
      ("account", { .optional($0.event.account?.text) }),
      ("address", { .optional($0.event.peer) }),
      ("device", { .optional($0.event.device) }),
      ("count", { .number($0.count) }))
  }
}

extension JSONFields<HostSetting> {
  /// A setting, as printed by `serve --print-config`.
  static var setting: Self {
    Self(
      ("name", { .string($0.name.rawValue) }),
      ("value", { .optional($0.value) }),
      ("origin", { .string($0.origin.description(for: $0.name)) }))
  }
}

extension JSONValue {
  /// Returns the output of `sync`.
  static func sync(_ summary: SyncSummary, _ status: SyncStatus) -> JSONValue {
    .members(
      ("sent", .number(summary.sent)), ("received", .number(summary.received)), ("deleted", .number(summary.deleted)),
      ("merged", .number(summary.merged)), ("copied", .number(summary.copied)),
      ("blocked", .number(status.blocked.count)), ("conflicts", .number(status.conflicts)),
      ("attachmentsSent", .number(summary.attachmentsSent)),
      ("attachmentsReceived", .number(summary.attachmentsReceived)),
      ("attachmentsMissing", .number(summary.attachmentsMissing)),
      ("attachmentsWithoutSpace", .number(summary.attachmentsWithoutSpace)))
  }

  /// Returns the output of `sync status`.
  static func syncStatus(_ status: SyncStatus, _ account: Credentials?) -> JSONValue {
    .members(
      ("synced", .bool(status.hasSynced)),
      ("lastSuccess", .optional(status.lastSuccess?.iso8601)),
      ("pending", .number(status.pending)),
      ("conflicts", .number(status.conflicts)),
      (
        "brake",
        status.deletionBrake.map { .members(("deletions", .number($0.deletions)), ("notes", .number($0.notes))) }
          ?? .null
      ),
      ("blocked", .array(status.blocked.map(blocked))),
      ("account", account.map(credentials) ?? .null))
  }

  /// Returns the output of `encryption status`.
  static func encryptionStatus(_ status: EncryptionStatus) -> JSONValue {
    let (isOn, key, earlier): (Bool, VaultKeyID?, Int) =
      switch status.keys {
      case .none: (false, nil, 0)
      case .locked, .missing: (true, nil, 0)
      case .held(let key, let earlier): (true, key, earlier)
      }
    return .members(
      ("encrypted", .bool(isOn)), ("unlocked", .bool(key != nil)), ("key", .optional(key?.description)),
      ("earlierKeys", .number(earlier)), ("complete", .bool(status.stage == .complete)))
  }

  /// Returns the output of `server stats`.
  static func serverStatistics(_ statistics: ServerStatistics) -> JSONValue {
    .members(
      ("accounts", .number(statistics.accounts)), ("devices", .number(statistics.devices)),
      ("vaults", .number(statistics.vaults)), ("notes", .number(statistics.notes)),
      ("tombstones", .number(statistics.tombstones)), ("receipts", .number(statistics.receipts)),
      ("noteBytes", .number(statistics.noteBytes)), ("blobs", .number(statistics.blobs)),
      ("blobBytes", .number(statistics.blobBytes)), ("storeBytes", .number(statistics.storeBytes)),
      ("version", .number(statistics.schema)))
  }

  private static func blocked(_ blocked: SyncStatus.Blocked) -> JSONValue {
    let reason: String
    switch blocked.block {
    case .refused(let refusal): reason = refusal.code
    case .unreadable:
      reason =
        switch blocked.setAside {
        case .notAuthentic: "not-authentic"
        case .rolledBack: "earlier-version"
        case .unprovenDeletion: "unproven-deletion"
        case .plainText: "plain-text"
        case .retiredKey: "earlier-key"
        case nil: "unreadable"
        }
    }
    return .members(
      ("id", .string(blocked.id.description)), ("title", .optional(blocked.title)), ("reason", .string(reason)))
  }

  /// Returns the account of this device, without secrets.
  private static func credentials(_ credentials: Credentials) -> JSONValue {
    .members(
      ("server", .string(credentials.server.description)), ("name", .string(credentials.account.text)),
      ("device", .string(credentials.device.description)))
  }
}
