package import NotesDomain

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the program was asked, and in which surroundings: the values that everything else is configured from.
package struct Invocation: Sendable {
  /// The environment.
  package let environment: [String: String]
  /// Where the program keeps its files.
  package let directories: Directories
  /// Where the server of a network is that is only played; `nil` when neither the command line nor the program's own
  /// variable says.
  package let mockNetwork: String?

  /// A file with certificates that are trusted beside those of the system; `nil` for none.
  package var certificateFile: String? { environment.nonEmpty("NOTESCTL_CA_FILE") }

  /// What the program must be made of.
  package let composition: Composition
  /// Where a server keeps its accounts and vaults; `nil` when neither the command line nor the program's own variable says.
  package let serverStore: String?
  /// Whether a server's store may be made where there is none.
  package let createsServerStore: Bool
  /// What the command line says about a server's settings.
  package let serverOptions: ServerOptions

  init(
    dataDirectory: String?, mockNetwork: String? = nil, composition: Composition = .device,
    usesFiles: Bool = true, serverStore: String? = nil, createsServerStore: Bool = false,
    serverOptions: ServerOptions = ServerOptions(),
    environment: [String: String]
  ) throws(CommandFailure) {
    self.environment = environment
    self.mockNetwork = mockNetwork ?? environment.nonEmpty("NOTESCTL_MOCK_NETWORK")
    self.composition = composition
    self.serverStore = serverStore ?? environment.nonEmpty("NOTESCTL_SERVER_STORE")
    self.createsServerStore = createsServerStore
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

/// What the program is made of. Each command needs one of these, so that who adds a note does not pay for a server.
package enum Composition: Sendable, Hashable, CaseIterable {
  /// The notes on this device, and the way to a server.
  case device
  /// A server, and what its operator does.
  case server
}

/// What the command line says about a server's settings.
package struct ServerOptions: Sendable, Hashable {
  /// The settings that were typed.
  package let flags: [HostSettingName: String]
  /// The file with more of them; `nil` for the one that is usual.
  package let file: String?

  init(flags: [HostSettingName: String] = [:], file: String? = nil) {
    self.flags = flags
    self.file = file
  }
}

/// Where the program keeps its files, by the XDG base directory specification
/// (<https://specifications.freedesktop.org/basedir-spec/latest/>).
package struct Directories: Sendable, Hashable {
  /// Where notes are kept.
  package let data: String
  /// Whether the command line or the program's own variable says where notes are kept, rather than what is usual.
  package let isDataChosen: Bool
  /// Where drafts are kept.
  package let state: String

  /// Finds the directories.
  ///
  /// - Parameters:
  ///   - override: What `--data-dir` says.
  ///   - fallback: Where to keep files when there is no home; `nil` where there must be one.
  ///   - environment: The variables `NOTESCTL_DATA_DIR`, `XDG_DATA_HOME`, `XDG_STATE_HOME` and `HOME`.
  /// - Throws: ``CommandFailure`` with status 78 when neither says where to look.
  init(override: String?, fallback: String? = nil, environment: [String: String]) throws(CommandFailure) {
    // Whoever says where notes go needs no home; the drafts then lie beside them.
    let hasHome = environment.nonEmpty("HOME") != nil
    let chosen = override ?? environment.nonEmpty("NOTESCTL_DATA_DIR") ?? (hasHome ? nil : fallback)
    data = if let chosen { chosen } else { try Self.directory("XDG_DATA_HOME", inHome: ".local/share", environment) }
    isDataChosen = chosen != nil
    state = hasHome ? try Self.directory("XDG_STATE_HOME", inHome: ".local/state", environment) : data
  }

  private static func directory(
    _ variable: String, inHome folder: String, _ environment: [String: String]
  ) throws(CommandFailure) -> String {
    // The specification tells programs to ignore relative paths in these variables.
    if let path = environment.nonEmpty(variable), path.hasPrefix("/") { return "\(path)/notesctl" }
    guard let home = environment.nonEmpty("HOME") else {
      throw CommandFailure(
        "there is no home directory to keep notes in: neither \(raw: variable) nor HOME is set",
        hints: ["say where with --data-dir DIR or NOTESCTL_DATA_DIR"], status: .configuration)
    }
    return "\(home)/\(folder)/notesctl"
  }
}

extension [String: String] {
  /// The value of a variable that is set to something.
  func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// What this machine is called.
enum LocalHostName {
  /// The name without its domain; `nil` when there is none.
  static var current: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes.prefix(60), as: UTF8.self)
  }
}
