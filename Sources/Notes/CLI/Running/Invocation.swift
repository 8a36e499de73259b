/// What the program was asked, and in which surroundings: the values that everything else is configured from.
public struct Invocation: Sendable {
  /// The environment.
  public let environment: [String: String]
  /// Where the program keeps its files.
  public let directories: Directories

  init(dataDirectory: String?, environment: [String: String]) throws(CommandFailure) {
    self.environment = environment
    directories = try Directories(override: dataDirectory, environment: environment)
  }
}
