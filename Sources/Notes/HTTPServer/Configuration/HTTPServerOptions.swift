public import NotesDomain

/// Where a server's settings come from: what was typed, what the environment says, and a file.
public struct HTTPServerOptions: Sendable, Hashable {
  /// The settings that were typed.
  public var flags: [HostSettingName: String]
  /// The variables of the settings, and those that look as if they were.
  public var environment: [String: String]
  /// The file with more of them; `nil` for none.
  public var file: String?
  /// Whether the file must be there.
  public var isFileNeeded: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - flags: The settings that were typed.
  ///   - environment: The variables of the settings, and those that look as if they were.
  ///   - file: The file with more of them; `nil` for none.
  ///   - isFileNeeded: Whether the file must be there.
  public init(
    flags: [HostSettingName: String] = [:], environment: [String: String] = [:], file: String? = nil,
    isFileNeeded: Bool = true
  ) {
    self.flags = flags
    self.environment = environment
    self.file = file
    self.isFileNeeded = isFileNeeded
  }
}
