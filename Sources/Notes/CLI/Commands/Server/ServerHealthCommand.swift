import ArgumentParser
import NotesDomain
import Wiring

struct ServerHealthCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    _superCommandName: "notesctl server",
    abstract: "Find out whether a server does its work.",
    discussion: """
      EXAMPLES:
        notesctl server health
        notesctl server health https://notes.example.org

      Asks a server that runs, by default the one on this machine, where its settings say that it \
      listens. The status is 0 when it is ready, and another one when it is not, for supervisors \
      and scripts.
      """)

  /// What watches over a server often runs without a home.
  static var usesFiles: Bool { false }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(
    help: ArgumentHelp("Read settings from FILE (default: server.yaml beside the notes).", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Argument(help: ArgumentHelp("Where the server is. (default: where its settings say)", valueName: "server"))
  var address: String?

  var serverOptions: ServerOptions { ServerOptions(file: config) }

  struct Screen: Sendable {
    let configuration: any HostConfiguration
    let probe: any ServerProbe
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let text = try self.address ?? screen.configuration.localAddress()
    let address: ServerAddress
    do throws(ServerAddressProblem) {
      address = try ServerAddress(text, isOwn: self.address == nil)
    } catch {
      throw CommandFailure(malformedServer: text, error)
    }
    do throws(TransportError) {
      try await screen.probe.ask(address)
    } catch {
      // What is said of sync there, that nothing is lost, goes without saying here.
      let failure = CommandFailure(error)
      let elsewhere: [StyledText] = self.address == nil ? ["or say where it is: notesctl server health SERVER"] : []
      throw CommandFailure(failure.message, hints: Self.hints(for: error) + elsewhere, status: failure.status)
    }
    try screen.console.write("\("\(address)") is ready.\n", to: .error)
  }

  private static func hints(for error: TransportError) -> [StyledText] {
    switch error {
    case .untrusted: [CommandFailure.trust]
    case .misconfigured, .notConfigured, .credentials: []
    case .unreachable, .unavailable, .rateLimited, .unauthorized, .refused, .unsupportedProtocol, .undecodable,
      .oversized:
      ["look at its log, and start it: notesctl serve"]
    }
  }
}
