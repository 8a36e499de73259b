/// Where a server's settings come from: what was typed, what the environment says, and a file.
public struct HTTPServerOptions: Sendable, Hashable {
  /// The settings that were typed, by name.
  public var flags: [String: String]
  /// The variables of the environment that are the program's.
  public var environment: [String: String]
  /// The file with more of them.
  public var file: String?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - flags: The settings that were typed, by name.
  ///   - environment: The variables of the environment that are the program's.
  ///   - file: The file with more of them; `nil` for none.
  public init(flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil) {
    self.flags = flags
    self.environment = environment
    self.file = file
  }
}
