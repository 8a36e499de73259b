import ArgumentParser

/// The options that choose the way to a vault.
struct NetworkOptions: ParsableArguments, Sendable {
  /// The file with the server of a demonstration network.
  @Option(
    name: .customLong("mock-network"),
    help: ArgumentHelp("Sync over a network for demonstrations, with its server in FILE.", valueName: "file"),
    completion: .file())
  var mockNetwork: String?
}
