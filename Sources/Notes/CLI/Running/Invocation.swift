/// What the program was asked, and in which surroundings: the values that everything else is configured from.
public struct Invocation: Sendable {
  /// The options that every command takes.
  public let options: GlobalOptions
  /// The environment.
  public let environment: [String: String]
  /// Where the program keeps its files.
  public let directories: Directories

  init(options: GlobalOptions, environment: [String: String]) throws(CommandFailure) {
    self.options = options
    self.environment = environment
    directories = try Directories(override: options.dataDirectory, environment: environment)
  }
}
