import NotesDomain
import NotesFronts
import NotesHosting
import NotesViewModels

/// The accounts of a server, each with its devices below it.
struct AccountTable {
  let times: TimeText

  func text(_ accounts: [AccountOverview]) -> StyledText {
    let width = accounts.map(\.account.name.text.count).max() ?? 0
    var text: StyledText = ""
    for overview in accounts {
      let name = overview.account.name.text
      let gap = String(repeating: " ", count: width - name.count)
      let added = times.short(overview.account.created)
      text += "\(.title, name)\(raw: gap)  \(.count(overview.size.notes, "note"))  \(.dim, "added \(added)")\n"
      for device in overview.devices {
        let dates = "last seen \(times.day(device.lastSeen)), expires \(times.day(device.expires))"
        text += "  \(.dim, device.id.description)  \(device.label)  \(.dim, dates)\n"
      }
    }
    return text
  }
}

/// The devices of an account, one line each.
struct DeviceTable {
  let times: TimeText

  /// Returns the lines; the one of the device that has these credentials is marked.
  func text(_ devices: [SignedInDevice], own: Credentials?) -> StyledText {
    let labels = devices.map { TerminalEscaping.escaped($0.label, keepingLines: false) }
    let width = labels.map(DisplayWidth.of).max() ?? 0
    var text: StyledText = ""
    for (device, label) in zip(devices, labels) {
      let gap = String(repeating: " ", count: width - DisplayWidth.of(label))
      text += "\(.dim, device.id.description)  \(.title, device.label)\(raw: gap)"
      text += "  \(.dim, "signed in \(times.day(device.signedIn)), last seen \(times.day(device.lastSeen))")"
      if device.id == own?.device { text += "  this device" }
      if device.id == own?.device, own?.keys != nil { text += ", with the key of the vault" }
      text += "\n"
    }
    return text
  }
}

/// The settings of a server, one line each: name, value, and the origin of the value.
enum SettingTable {
  static func text(_ settings: [HostSetting]) -> StyledText {
    let nameWidth = settings.map(\.name.rawValue.count).max() ?? 0
    let values = settings.map { $0.value ?? "-" }
    let valueWidth = min(40, values.map(DisplayWidth.of).max() ?? 0)
    var text: StyledText = ""
    for (setting, value) in zip(settings, values) {
      let name = setting.name.rawValue.padded(to: nameWidth)
      let origin = setting.origin.description(for: setting.name)
      text += "\(raw: name)  \(value.padded(to: valueWidth))  \(.dim, origin)\n"
    }
    return text
  }
}

extension HostSetting.Origin {
  /// Returns the option, the variable or the file that a setting's value is from.
  func description(for name: HostSettingName) -> String {
    switch self {
    case .flag: name.flag
    case .variable: name.variable
    case .file(let path): path
    case .standard: "default"
    }
  }
}
