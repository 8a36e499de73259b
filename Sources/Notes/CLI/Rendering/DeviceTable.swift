import NotesDomain

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
    let width = devices.map { DisplayWidth.of(TerminalText.escaped($0.label, keepingLines: false)) }.max() ?? 0
    var text: StyledText = ""
    for device in devices {
      let label = TerminalText.escaped(device.label, keepingLines: false)
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
