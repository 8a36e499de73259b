import NotesDomain

/// The accounts of a server, each with its devices below it.
struct AccountTable {
  /// How moments are written.
  let times: TimeText

  func text(_ accounts: [AccountOverview]) -> StyledText {
    let width = accounts.map(\.account.name.text.count).max() ?? 0
    var text: StyledText = ""
    for overview in accounts {
      let name = overview.account.name.text
      let space = String(repeating: " ", count: width - name.count)
      let added = times.short(overview.account.created)
      text += "\(.title, name)\(raw: space)  \(Plural.notes(overview.size.notes))  \(.dim, "added \(added)")\n"
      for device in overview.devices {
        let seen = times.short(device.lastSeen).prefix(10)
        text += "  \(.dim, device.id.description)  \(device.label)  \(.dim, "last seen \(seen)")\n"
      }
    }
    return text
  }
}
