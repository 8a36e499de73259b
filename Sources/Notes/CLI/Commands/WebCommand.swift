import ArgumentParser
import NotesDomain
import NotesFronts
import Wiring

extension CommandFeature {
  /// The notes in a browser.
  static let web = CommandFeature(Entry(.writeAndFind, commands: [WebCommand.self]), in: .web) { binder in
    binder.screen(WebCommand.Screen.init)
  }
}

struct WebCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "web", abstract: "Open the notes in a browser.",
    discussion: """
      EXAMPLES:
        notesctl web
        notesctl web --no-open
        notesctl web --listen 127.0.0.1:9000

      It serves the same notes to this machine only, until Ctrl-C. The printed address has a token, \
      which opens the notes in one browser, once. While this device is signed in, it also syncs, as \
      'notesctl sync watch' does.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(
    help: ArgumentHelp(
      "Listen on ADDRESS of this machine (default: 127.0.0.1:8378, or a free port).", valueName: "address"))
  var listen: String?

  @Flag(name: .customLong("no-open"), help: "Print the address without opening it.")
  var printsOnly = false

  var needs: CommandNeeds { CommandNeeds(composition: .web) }

  struct Screen: Sendable {
    /// Created only to serve, since it opens the store.
    let host: @MainActor @Sendable () throws -> any WebHost
    let browser: any BrowserOpener
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let (console, browser, opens) = (screen.console, screen.browser, !printsOnly)
    let (addresses, listening) = AsyncStream.makeStream(of: String.self)
    // Ends with the front, and leaves no file that leads there.
    async let _: Void = Self.open(addresses, by: browser, console)
    try await screen.host().serve(on: listen) { address in
      try? console.write("\(.bold, address)\n", to: .output)
      try? console.finish()
      if opens { listening.yield(address) }
    }
  }

  private static func open(_ addresses: AsyncStream<String>, by browser: any BrowserOpener, _ console: any Console)
    async
  {
    for await address in addresses {
      if await !browser.open(address) { try? console.write("Open it in a browser.\n", to: .notice) }
    }
  }
}
