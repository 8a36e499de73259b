import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct DevicesCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    _superCommandName: "notesctl",
    abstract: "List the devices of your account.",
    discussion: """
      EXAMPLES:
        notesctl devices
        notesctl devices --json --fields id,label,lastSeen
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: MachineFormat

  struct Screen: Sendable {
    let account: AccountViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.account.loadDevices()
    let state = screen.account.state
    if let failure = state.phase.failure { throw failure }
    let own = state.credentials?.device
    let text =
      machine.isWanted
      ? StyledText(
        trusted: try machine.text(
          state.devices.map { JSONValue.signedInDevice($0, isThis: $0.id == own) }, like: .signedInDeviceExample))
      : DeviceTable(times: screen.times).text(state.devices, own: own)
    try screen.console.write(text, to: .output)
  }
}
