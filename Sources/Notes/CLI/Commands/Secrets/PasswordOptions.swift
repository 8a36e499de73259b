import ArgumentParser

/// Where a password comes from. Never from the command line or the environment, which others on the machine can read.
struct PasswordOptions: ParsableArguments, Sendable {
  /// The file with the password.
  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp("Take the password from the first line of FILE, instead of asking.", valueName: "file"),
    completion: .file())
  var file: String?
}
