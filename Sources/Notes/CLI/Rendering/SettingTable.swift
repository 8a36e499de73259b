import NotesDomain

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
      text += "\(raw: name)\(raw: space)\(value)\(raw: gap)\(.dim, words(for: setting))\n"
    }
    return text
  }

  /// Where a setting's value comes from.
  private static func words(for setting: HostSetting) -> String { setting.origin.words(for: setting.name) }
}

extension HostSetting.Origin {
  /// The origin of a setting's value in words.
  func words(for name: HostSettingName) -> String {
    switch self {
    case .flag: name.flag
    case .variable: name.variable
    case .file(let path): path
    case .standard: "default"
    }
  }
}
