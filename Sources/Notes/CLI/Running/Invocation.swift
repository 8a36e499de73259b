/// What the program was asked, and in which surroundings: the values that everything else is configured from.
public struct Invocation: Sendable {
  /// The environment.
  public let environment: [String: String]
  /// Where the program keeps its files.
  public let directories: Directories
  /// Where the server of a network is that is only played; `nil` when neither the command line nor the program's own
  /// variable says.
  public let mockNetwork: String?

  /// A file with certificates that are trusted beside those of the system; `nil` for none.
  public var certificateFile: String? { environment.nonEmpty("NOTESCTL_CA_FILE") }

  /// What the program must be made of.
  public let composition: Composition
  /// Where a server keeps its accounts and vaults; `nil` when neither the command line nor the program's own variable says.
  public let serverStore: String?
  /// Whether a server's store may be made where there is none.
  public let makesServerStore: Bool
  /// What the command line says about a server's settings.
  public let serverOptions: ServerOptions

  init(
    dataDirectory: String?, mockNetwork: String? = nil, composition: Composition = .device,
    usesFiles: Bool = true, serverStore: String? = nil, makesServerStore: Bool = false,
    serverOptions: ServerOptions = ServerOptions(),
    environment: [String: String]
  ) throws(CommandFailure) {
    self.environment = environment
    self.mockNetwork = mockNetwork ?? environment.nonEmpty("NOTESCTL_MOCK_NETWORK")
    self.composition = composition
    self.serverStore = serverStore ?? environment.nonEmpty("NOTESCTL_SERVER_STORE")
    self.makesServerStore = makesServerStore
    self.serverOptions = serverOptions
    // Where nothing is kept, any folder will do.
    let store = composition == .server ? self.serverStore.map(Self.folder) : nil
    directories = try Directories(
      override: dataDirectory, fallback: usesFiles ? store : "/", environment: environment)
  }

  private static func folder(of path: String) -> String {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }
}
