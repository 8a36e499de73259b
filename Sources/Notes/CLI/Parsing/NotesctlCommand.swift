import ArgumentParser
import Wiring

/// A command of the program.
///
/// The argument parser creates commands, so they are injected into: with what a command works with, its `Screen`, a type
/// whose initializer names its dependencies. The graph makes that one screen and what it needs, so that a command opens
/// nothing it does not use.
protocol NotesctlCommand: ParsableCommand, Sendable {
  associatedtype Screen: Sendable

  var global: GlobalOptions { get }
  /// Where the server of a network is that is only played; `nil` when the command line does not say.
  var mockNetwork: String? { get }
  /// What the program must be made of for it.
  static var composition: Composition { get }
  /// Whether it keeps or reads anything on this machine. What does not runs where there is no home as well.
  static var usesFiles: Bool { get }
  /// Where a server keeps its accounts and vaults; `nil` when the command line does not say.
  var serverStore: String? { get }
  /// Whether a server's store may be made for it where there is none. Who only looks at one has mistyped its place.
  static var createsServerStore: Bool { get }
  /// What the command line says about a server's settings.
  var serverOptions: ServerOptions { get }
  /// Filled by the graph before the command runs.
  var screen: Injected<Screen> { get set }

  /// Does what was asked.
  @MainActor func run(on screen: Screen) async throws
}

extension NotesctlCommand {
  /// Only what goes over a network asks for one.
  var mockNetwork: String? { nil }

  /// Most commands are for the notes on this device.
  static var composition: Composition { .device }

  /// Nearly all of them do.
  static var usesFiles: Bool { true }

  /// Only a server, and who works on one, asks for its store.
  var serverStore: String? { nil }

  /// Whoever works on a store works on one that is there.
  static var createsServerStore: Bool { false }

  /// Only a server has settings of its own.
  var serverOptions: ServerOptions { ServerOptions() }

  /// Reads the command from what stands behind its name; `nil` when that is not all plain.
  static func read(_ arguments: [String]) -> (any NotesctlCommand)? {
    try? parseAsRoot(arguments) as? Self
  }

  /// What is wrong with the command line as a whole.
  static func usage(_ message: String) -> ValidationError { ValidationError(message) }
}

/// The options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments, Sendable {
  /// Where notes are kept, instead of the place that the environment says.
  @Option(
    name: .customLong("data-dir"), help: ArgumentHelp("Keep notes in DIR instead.", valueName: "dir"),
    completion: .directory)
  var dataDirectory: String?

  /// The context file that chooses what the program is made of.
  @Option(
    help: ArgumentHelp("Let FILE choose what the program is made of.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json", "xml", "plist"]))
  var context: String?

  /// Whether colours are off whatever the terminal can do.
  @Flag(name: .customLong("no-color"), help: "Print without colours.")
  var hasNoColor = false

  /// Whether long output goes to the terminal without a pager.
  @Flag(name: .customLong("no-pager"), help: "Print long output without a pager.")
  var hasNoPager = false

  /// Whether the program shows how long its parts took, and what it knows of the cause of a failure.
  @Flag(help: "Show more about failures, and what took how long.")
  var debug = false

  /// Creates the options as they are when none is given.
  init() {}
}
