import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// The account on a server, and its devices.
  static let account = CommandFeature(
    Entry(
      .otherDevices,
      commands: [LoginCommand.self, LogoutCommand.self, DevicesCommand.self, RevokeCommand.self, PasswordCommand.self])
  ) { binder in
    binder.screen(LoginCommand.Screen.init)
    binder.screen(AccountScreen.init)
  }
}

/// The dependencies of the commands for this device's account.
struct AccountScreen: Sendable {
  let account: AccountViewModel
  let times: TimeText
  let console: any Console
}

struct LogoutCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "logout", abstract: "Sign this device out of its server.",
    discussion: """
      EXAMPLES:
        notesctl logout

      The notes stay on this device. The token is revoked on the server; if the server cannot be \
      reached, it is only deleted here, with a warning. This also works when the stored \
      credentials are damaged or readable by others.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

  func run(on screen: AccountScreen) async throws {
    let state = try await screen.account.run { await $0.signOut() }
    guard case .signedOut(let credentials, let revocationError, let credentialError) = state.outcome else { return }
    try screen.console.write(
      "Signed out\(credentials.map { " of \($0.server.description)" as StyledText } ?? "").  \(.dim, "Your notes stay on this device.")\n",
      to: .notice)
    if let credentialError {
      try screen.console.write("Warning: \(CommandFailure(credentialError).message).\n", to: .error)
    }
    let device = credentials.map { $0.device.description } ?? "DEVICE"
    if let revocationError {
      try screen.console.write("Could not notify the server: \(CommandFailure(revocationError).message).\n", to: .error)
    } else if credentials == nil {
      try screen.console.write("The server was not notified because the token could not be read.\n", to: .error)
    } else {
      return
    }
    try screen.console.write("  On another device: notesctl revoke \(raw: device)\n", to: .error)
  }
}

struct DevicesCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "devices", abstract: "List the devices of your account.",
    discussion: """
      EXAMPLES:
        notesctl devices
        notesctl devices --json --fields id,label,lastSeen
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()
  @OptionGroup var machine: JSONOutputOptions

  func run(on screen: AccountScreen) async throws {
    let state = try await screen.account.run { await $0.loadDevices() }
    let own = state.credentials
    let text =
      machine.isRequested
      ? try machine.text(state.devices, .device(own: own?.device))
      : DeviceTable(times: screen.times).text(state.devices, own: own)
    try screen.console.write(text, to: .output)
  }
}

struct RevokeCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "revoke", abstract: "Sign out another device of your account, such as a lost one.",
    discussion: """
      EXAMPLES:
        notesctl revoke phone
        notesctl revoke 3f2a --force

      The device can no longer sync. The notes already on it stay there.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: "The device's label, or the beginning of its id.")
  var device: String

  func run(on screen: AccountScreen) async throws {
    let account = screen.account
    let own = try await account.run { await $0.loadDevices() }.credentials?.device
    guard let found = try await account.run({ await $0.select(device) }).selected else { return }
    let which: StyledText = found.id == own ? "this device, “\(found.label)”" : "“\(found.label)”"
    let question: StyledText = "Revoke \(which), last seen \(raw: screen.times.day(found.lastSeen))?"
    guard try force || screen.console.confirm(question, for: "revoking a device") else {
      try screen.console.write("Nothing was revoked.\n", to: .notice)
      return
    }
    try await account.run { await $0.revoke(found) }
    try screen.console.write("Revoked “\(found.label)” (\(raw: found.id.description)).\n", to: .notice)
    if found.id == own {
      try screen.console.write("This device is now signed out.\n", to: .notice)
    } else if account.state.credentials?.keys != nil {
      try screen.console.write(
        "It may have the key of your vault.  \(.dim, "Make a new one: notesctl encryption rotate")\n", to: .notice)
    }
  }
}

struct PasswordCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "password", abstract: "Change your account's password and sign out all other devices.",
    discussion: """
      EXAMPLES:
        notesctl password
        notesctl password < passwords.txt

      It asks for the current password, and twice for the new one; without a terminal they are the \
      first two lines of standard input. This device stays signed in. The others lose no data: they \
      continue where they were after signing in again.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AccountScreen>()

  func run(on screen: AccountScreen) async throws {
    let (account, input) = (screen.account, SecretInput(console: screen.console))
    // Checked first, so that a change that must fail does so before the prompts.
    guard let credentials = try await account.run({ await $0.checkSignedIn() }).credentials else { return }
    let current = try input.password(
      from: nil, question: "Current password of \(credentials.account.text) at \(credentials.server.host): ")
    let new = try input.password(from: nil, question: "New password: ", repetition: "Repeat new password: ")
    try await account.run { await $0.changePassword(from: current, to: new) }
    try screen.console.write(
      "\(.title, credentials.account.text) has a new password, and all other devices are signed out.\n", to: .notice)
  }
}
