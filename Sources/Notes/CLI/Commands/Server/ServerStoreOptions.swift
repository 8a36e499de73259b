import ArgumentParser

/// The option that says which server is meant.
struct ServerStoreOptions: ParsableArguments, Sendable {
  /// The file with the server's accounts and vaults, instead of the one in the data directory.
  @Option(
    help: ArgumentHelp("Use the server's store FILE (default: server.sqlite beside the notes).", valueName: "file"),
    completion: .file())
  var store: String?
}
