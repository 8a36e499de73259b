import NotesDomain

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
