import ArgumentParser

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
