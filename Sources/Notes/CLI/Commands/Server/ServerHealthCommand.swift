import ArgumentParser
import NotesDomain
import Wiring

struct ServerHealthCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    _superCommandName: "notesctl server",
    abstract: "Find out whether a server does its work.",
    discussion: """
      EXAMPLES:
        notesctl server health
        notesctl server health https://notes.example.org

      Asks a server that runs, by default the one on this machine at port 8377. The status is 0 when \
      it is ready, and another one when it is not, for supervisors and scripts.
      """)

  /// What watches over a server often runs without a home.
  static var usesFiles: Bool { false }

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("Where the server is. (default: http://127.0.0.1:8377)"))
  var server: String?

  struct Screen: Sendable {
    let probe: any ServerProbe
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let text = server ?? "http://127.0.0.1:8377"
    let address: ServerAddress
    do throws(ServerAddressProblem) {
      address = try ServerAddress(text)
    } catch {
      throw CommandFailure(malformedServer: text, error)
    }
    do throws(TransportError) {
      try await screen.probe.ask(address)
    } catch {
      // What is said of sync there, that nothing is lost, goes without saying here.
      let failure = CommandFailure(error)
      throw CommandFailure(failure.message, hints: Self.hints(for: error), status: failure.status)
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
