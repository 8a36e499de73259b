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

/// The devices of an account, a line each.
struct DeviceTable {
  private let times: TimeText

  init(times: TimeText) {
    self.times = times
  }

  /// - Parameters:
  ///   - devices: The devices.
  ///   - own: This one.
  func text(_ devices: [SignedInDevice], own: SignedInDeviceID?) -> StyledText {
    let width = devices.map { DisplayWidth.of(TerminalEscaping.escaped($0.label, keepingLines: false)) }.max() ?? 0
    var text: StyledText = ""
    for device in devices {
      let label = TerminalEscaping.escaped(device.label, keepingLines: false)
      let space = String(repeating: " ", count: width - DisplayWidth.of(label))
      let signedIn = day(device.signedIn)
      let seen = day(device.lastSeen)
      text += "\(.dim, device.id.description)  \(.title, device.label)\(raw: space)"
      text += "  \(.dim, "signed in \(signedIn), last seen \(seen)")"
      text += device.id == own ? "  this device\n" : "\n"
    }
    return text
  }

  private func day(_ moment: Timestamp) -> String { String(times.short(moment).prefix(10)) }
}

/// The settings of a server, a line each: name, value, and where the value comes from.
enum SettingTable {
  static func text(_ settings: [HostSetting]) -> StyledText {
    let width = settings.map(\.name.rawValue.count).max() ?? 0
    let values = settings.map { $0.value ?? "-" }
    let valueWidth = min(40, values.map(DisplayWidth.of).max() ?? 0)
    var text: StyledText = ""
    for (setting, value) in zip(settings, values) {
      let name = setting.name.rawValue
      let space = String(repeating: " ", count: width - name.count + 2)
      let gap = String(repeating: " ", count: max(0, valueWidth - DisplayWidth.of(value)) + 2)
      text += "\(raw: name)\(raw: space)\(value)\(raw: gap)\(.dim, description(for: setting))\n"
    }
    return text
  }

  /// Where a setting's value comes from.
  private static func description(for setting: HostSetting) -> String { setting.origin.description(for: setting.name) }
}

extension HostSetting.Origin {
  /// The origin of a setting's value in words.
  func description(for name: HostSettingName) -> String {
    switch self {
    case .flag: name.flag
    case .variable: name.variable
    case .file(let path): path
    case .standard: "default"
    }
  }
}
