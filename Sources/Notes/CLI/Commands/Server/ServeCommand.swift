import ArgumentParser
import NotesDomain
import Wiring

struct ServeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Be the server that devices sync with.",
    discussion: """
      EXAMPLES:
        notesctl serve
        notesctl serve --listen 0.0.0.0:8377 --tls-certificate fullchain.pem --tls-key privkey.pem
        notesctl serve --trusted-proxies 127.0.0.1
        notesctl serve --print-config

      It runs until Ctrl-C or SIGTERM, and then finishes what is under way; the second Ctrl-C ends \
      it at once. Each setting can also be given by a variable, NOTESCTL_SERVER_LISTEN for \
      --listen, or in a file, server.yaml beside the notes. What is typed counts most, the file \
      least.
      """)

  static let makesServerStore = true

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  @OptionGroup var settings: ServeOptions
  var screen = Injected<Screen>()

  @Flag(name: .customLong("print-config"), help: "Show each setting and where it comes from, and do not serve.")
  var printsConfiguration = false

  @OptionGroup var machine: MachineFormat

  var serverOptions: ServerOptions { ServerOptions(flags: settings.flags, file: settings.config) }

  struct Screen: Sendable {
    let configuration: any HostConfiguration
    /// Made only to serve: it opens the store.
    let host: @Sendable () throws -> any SyncHost
    let console: any Console
  }

  func validate() throws {
    if machine.isWanted, !printsConfiguration { throw Self.usage("--json goes with --print-config only.") }
  }

  func run(on screen: Screen) async throws {
    if printsConfiguration { return try show(screen.configuration.settings(), on: screen.console) }
    let console = screen.console
    try await screen.host().serve { addresses in
      for address in addresses { try? console.write("listening on \(.bold, address)\n", to: .error) }
      try? console.finish()
    }
  }

  private func show(_ settings: [HostSetting], on console: any Console) throws {
    if machine.isWanted {
      let text = try machine.text(settings.map(JSONValue.setting), like: .settingExample)
      return try console.write(StyledText(trusted: text), to: .output)
    }
    try console.write(SettingTable.text(settings), to: .output)
  }
}
