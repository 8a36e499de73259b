public import NotesDomain

/// What the command line says about a server's settings.
public struct ServerOptions: Sendable, Hashable {
  /// The settings that were typed.
  public let flags: [HostSettingName: String]
  /// The file with more of them; `nil` for the one that is usual.
  public let file: String?

  init(flags: [HostSettingName: String] = [:], file: String? = nil) {
    self.flags = flags
    self.file = file
  }
}
