import ArgumentParser
import NotesDomain
import Wiring

/// A command of the program.
///
/// The argument parser creates commands, so dependencies are injected into them: as a `Screen`, a type whose initializer
/// names the dependencies of the command. The graph creates only the screen of the command that runs and its dependencies.
protocol NotesctlCommand: ParsableCommand, Sendable {
  associatedtype Screen: Sendable

  var global: GlobalOptions { get }
  /// The requirements on the surroundings of the program.
  var needs: CommandNeeds { get }
  /// The dependencies, which the graph injects before the command runs.
  var screen: Injected<Screen> { get set }

  /// Runs the command.
  @MainActor func run(on screen: Screen) async throws

  /// Returns the arguments in the order in which the parser understands them.
  static func arranged(_ arguments: [String]) -> [String]
}

extension NotesctlCommand {
  var needs: CommandNeeds { CommandNeeds() }

  static func arranged(_ arguments: [String]) -> [String] { arguments }

  /// Parses the command from its arguments; `nil` for a request for help and for invalid arguments.
  static func parsed(_ arguments: [String]) -> (any NotesctlCommand)? {
    try? parseAsRoot(arguments) as? Self
  }

  /// Checks the argument of `--limit`.
  static func check(limit: Int?) throws {
    if let limit, limit < 0 { throw usage("--limit must not be negative.") }
  }

  /// Returns the error of an invalid combination of arguments.
  static func usage(_ message: String) -> ValidationError { ValidationError(message) }
}

extension CommandConfiguration {
  /// Creates the configuration of a command that is not a group.
  ///
  /// The parser searches each line for a request for completions, unless a command is below another one. The root parses
  /// such requests.
  init(_ name: String, abstract: String, discussion: String, isHidden: Bool = false, aliases: [String] = []) {
    self.init(
      commandName: name, _superCommandName: "notesctl", abstract: abstract, discussion: discussion,
      shouldDisplay: !isHidden, aliases: aliases)
  }
}

/// The requirements of a command on the surroundings of the program.
struct CommandNeeds: Sendable {
  var composition = Composition.device
  /// Whether the command uses files of this machine. A command that does not runs without a home directory.
  var usesFiles = true
  /// Whether the command stops when the configuration file cannot be read.
  var readsConfiguration = true
  var mockNetwork: String?
  var serverStore: String?
  /// The store that a server is moved to.
  var moveDestination: String?
  /// Whether to create this device's store if it does not exist.
  var createsStore = true
  /// Whether to refuse a store that does not exist also in the usual place, where others find no notes.
  var requiresStore = false
  /// Whether to create the server's store if it does not exist. Commands that only read it report a wrong path instead.
  var createsServerStore = false
  var serverOptions = ServerOptions()

  /// The needs of a command that works on notes that are there. It refuses a chosen directory without a store, instead of creating
  /// one in a mistyped place.
  static let existingStore = CommandNeeds(createsStore: false)
  /// The needs of a command that waits for changes of a store, which it would never see in one that does not exist.
  static let presentStore = CommandNeeds(createsStore: false, requiresStore: true)
}

/// The options of every command, accepted before and after its name.
struct GlobalOptions: ParsableArguments, Sendable {
  private enum Name: String {
    case dataDirectory = "data-dir"
    case context
    case noColor = "no-color"
    case noPager = "no-pager"
    case debug

    var takesValue: Bool { self == .dataDirectory || self == .context }
  }

  @Option(
    name: .customLong(Name.dataDirectory.rawValue),
    help: ArgumentHelp("Use DIR as the data directory.", valueName: "dir"), completion: .directory)
  var dataDirectory: String?

  @Option(
    name: .customLong(Name.context.rawValue),
    help: ArgumentHelp("Configure the program's components from FILE.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json", "xml", "plist"]))
  var context: String?

  @Flag(name: .customLong(Name.noColor.rawValue), help: "Print without colours.")
  var hasNoColor = false

  @Flag(name: .customLong(Name.noPager.rawValue), help: "Print long output without a pager.")
  var hasNoPager = false

  @Flag(name: .customLong(Name.debug.rawValue), help: "Print error details and timings.")
  var debug = false

  /// Removes the global options at the beginning of a line and returns them with their values.
  static func removeLeading(from line: inout ArraySlice<String>) -> [String] {
    var options: [String] = []
    while let option = line.first?.rest(after: "--") {
      let parts = option.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap({ Name(rawValue: String(Substring($0))) }),
        name.takesValue || parts.count == 1
      else { break }
      let count = name.takesValue && parts.count == 1 ? 2 : 1
      guard line.count >= count else { break }
      options += line.prefix(count)
      line = line.dropFirst(count)
    }
    return options
  }
}
