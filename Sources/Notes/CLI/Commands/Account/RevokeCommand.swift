import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct RevokeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    _superCommandName: "notesctl",
    abstract: "Sign another device of your account out, as when it was lost.",
    discussion: """
      EXAMPLES:
        notesctl revoke phone
        notesctl revoke 3f2a --force

      The device can no longer sync. The notes that it holds already stay on it.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(help: "Do not ask.")
  var force = false

  @Argument(help: "The device's label, or the beginning of its id.")
  var device: String

  struct Screen: Sendable {
    let account: AccountViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let account = screen.account
    await account.loadDevices()
    if let failure = account.state.phase.failure { throw failure }
    let own = account.state.credentials?.device
    guard let found = account.select(device) else {
      if let failure = account.state.phase.failure { throw failure }
      return
    }
    guard try isConfirmed(found, isThis: found.id == own, screen) else {
      try screen.console.write("Nothing was revoked.\n", to: .notice)
      return
    }
    await account.revoke(found)
    if let failure = account.state.phase.failure { throw failure }
    try screen.console.write("Revoked “\(found.label)” (\(raw: found.id.description)).\n", to: .notice)
    if found.id == own { try screen.console.write("It was this device, which is signed out now.\n", to: .notice) }
  }

  private func isConfirmed(_ device: SignedInDevice, isThis: Bool, _ screen: Screen) throws -> Bool {
    if force { return true }
    guard screen.console.isInputTerminal else {
      throw CommandFailure(
        "revoking a device needs a yes, and there is no terminal to ask", hints: ["say --force"], status: .usage)
    }
    let which: StyledText = isThis ? "this device, “\(device.label)”" : "“\(device.label)”"
    let seen = screen.times.short(device.lastSeen).prefix(10)
    let answer = try screen.console.ask("Revoke \(which), last seen \(raw: String(seen))? [y/N] ")
    return ["y", "yes"].contains(answer?.lowercased())
  }
}
