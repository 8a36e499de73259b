import ArgumentParser

/// The options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments, Sendable {
  /// Where notes are kept, instead of the place that the environment says.
  @Option(
    name: .customLong("data-dir"), help: ArgumentHelp("Keep notes in DIR instead.", valueName: "dir"),
    completion: .directory)
  var dataDirectory: String?

  /// Whether colours are off whatever the terminal can do.
  @Flag(name: .customLong("no-color"), help: "Print without colours.")
  var hasNoColor = false

  /// Whether long output goes to the terminal without a pager.
  @Flag(name: .customLong("no-pager"), help: "Print long output without a pager.")
  var hasNoPager = false

  /// Whether failures are shown with what the program knows of their cause.
  @Flag(help: "Show more about failures.")
  var debug = false

  /// Creates the options as they are when none is given.
  init() {}
}
