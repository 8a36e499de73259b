import NotesDomain
package import NotesFronts
package import NotesHosting

/// The command line and the environment of a run, as values that the components are configured from.
package struct Invocation: Sendable {
  /// The variables of the program, with the settings of the configuration file in place of those that are not set.
  package let environment: [String: String]
  /// The variables of the program as they are set.
  let variables: [String: String]
  package let configuration: Configuration
  /// The path of the context file; `nil` for none.
  let contextFile: String?
  package let directories: Directories
  package let composition: Composition
  /// The file with the server of the simulated network, from the command line or its variable.
  package let mockNetwork: String?
  /// The store with the server's accounts and vaults, from the command line or its variable; `nil` for the default file.
  package let serverStore: ServerStoreLocation?
  /// The store that the server is moved to; `nil` for other commands.
  package let moveDestination: ServerStoreLocation?
  /// Whether to create this device's store if it does not exist.
  package let createsStore: Bool
  /// Whether a missing store is refused.
  package let requiresStore: Bool
  /// Whether to create the server's store if it does not exist.
  package let createsServerStore: Bool
  /// The server settings on the command line.
  package let serverOptions: ServerOptions

  /// A file with certificates that are trusted besides those of the system.
  package var certificateFile: String? { environment.nonEmpty("NOTESCTL_CA_FILE") }

  init(
    _ needs: CommandNeeds = CommandNeeds(), dataDirectory: String?, environment: [String: String],
    configuration: Configuration? = nil, variables: [String: String]? = nil, contextFile: String? = nil
  ) throws(CommandFailure) {
    self.contextFile = contextFile
    self.environment = environment
    self.variables = variables ?? environment
    self.configuration = configuration ?? Configuration(environment: environment)
    composition = needs.composition
    mockNetwork = needs.mockNetwork ?? environment.nonEmpty("NOTESCTL_MOCK_NETWORK")
    serverStore = try (needs.serverStore ?? environment.nonEmpty("NOTESCTL_SERVER_STORE"))
      .map { text throws(CommandFailure) in try ServerStoreLocation(text) }
    moveDestination = try needs.moveDestination.map { text throws(CommandFailure) in try ServerStoreLocation(text) }
    createsStore = needs.createsStore
    requiresStore = needs.requiresStore
    createsServerStore = needs.createsServerStore
    serverOptions = needs.serverOptions
    let storeFolder = composition == .server ? serverStore?.folder : nil
    directories = try Directories(
      // A command that uses no files works with any folder.
      override: dataDirectory, fallback: needs.usesFiles ? storeFolder : "/", environment: environment)
  }

}

/// The place of a server's store.
package enum ServerStoreLocation: Sendable, Hashable {
  /// An SQLite file.
  case file(path: String)
  /// A PostgreSQL database.
  case database(DatabaseAddress)

  /// Parses a path or an address. Any other address is refused: it would become a folder named after its scheme. It may
  /// contain a password, so only the scheme is shown.
  init(_ text: String) throws(CommandFailure) {
    if DatabaseAddress.isMeant(by: text) {
      do { self = .database(try DatabaseAddress(text)) } catch {
        throw CommandFailure(
          "the address of the server's database cannot be used: \(raw: error.detail)",
          hints: ["write it as postgres://USER@HOST:PORT/DATABASE"], status: .configuration)
      }
      return
    }
    guard
      let scheme = text.wholeMatch(
        of: #/([A-Za-z][A-Za-z0-9+.\-]*)://.*/#.dotMatchesNewlines().matchingSemantics(.unicodeScalar))?.1
    else {
      self = .file(path: text)
      return
    }
    throw CommandFailure(
      "the server's store cannot be at an address that begins with \(String(scheme))://",
      hints: ["--store and NOTESCTL_SERVER_STORE take a path, such as ./server.sqlite, or postgres://HOST/DATABASE"],
      status: .configuration)
  }

  /// The address of the database; that of libpq's own variables for a file, which has none.
  package var databaseAddress: DatabaseAddress {
    switch self {
    case .file: .standard
    case .database(let address): address
    }
  }

  /// The folder in which a server without a home directory has its files.
  fileprivate var folder: String {
    guard case .file(let path) = self else { return "/" }
    let folder = path.enclosingPath
    return folder.isEmpty ? (path.begins(with: "/") ? "/" : ".") : folder
  }
}

/// The set of modules that a command needs. There are several, so that a command on notes does not pay for a server.
package enum Composition: Sendable, Hashable, CaseIterable {
  /// The notes on this device, and the connection to a server.
  case device
  /// The notes on this device, shown in a browser.
  case web
  /// A server and its administration.
  case server
}

/// The server settings on the command line.
package struct ServerOptions: Sendable, Hashable {
  /// A setting given as an option.
  package struct Flag: Sendable, Hashable {
    package let name: HostSettingName
    package let value: String
  }

  /// The settings given as options. Not a dictionary: every command copies the options, and the first copy of a dictionary of
  /// this type costs half a million instructions, for the conformance of its key.
  package var flags: [Flag] = []
  /// The settings file; `nil` for the default one.
  package var file: String?
}

/// The directories of the program's files, by the XDG base directory specification
/// (<https://specifications.freedesktop.org/basedir-spec/latest/>).
package struct Directories: Sendable, Hashable {
  /// The directory of the notes.
  package let data: String
  /// Whether the data directory was set on the command line or by the program's own variable.
  package let isDataChosen: Bool
  /// The directory of the drafts.
  package let state: String

  /// Creates the directories of an environment.
  ///
  /// - Parameters:
  ///   - override: The value of `--data-dir`.
  ///   - fallback: The directory to use without a home; `nil` if a home is required.
  ///   - environment: The variables `NOTESCTL_DATA_DIR`, `XDG_DATA_HOME`, `XDG_STATE_HOME` and `HOME`.
  /// - Throws: A failure with status 78 if no data directory is set.
  init(override: String?, fallback: String? = nil, environment: [String: String]) throws(CommandFailure) {
    // With a data directory, no home is needed: the drafts are then stored there too.
    let hasHome = environment.nonEmpty("HOME") != nil
    if override?.isEmpty == true {
      // An unset variable in a script: the files would be in the root folder.
      throw CommandFailure("--data-dir is empty", hints: ["use --data-dir DIR"], status: .usage)
    }
    let chosen =
      override.map { Self.expanded($0, home: environment.nonEmpty("HOME")) } ?? environment.nonEmpty(
        "NOTESCTL_DATA_DIR")
      ?? (hasHome ? nil : fallback)
    data = if let chosen { chosen } else { try Self.directory("XDG_DATA_HOME", inHome: ".local/share", environment) }
    isDataChosen = chosen != nil
    state = hasHome ? try Self.directory("XDG_STATE_HOME", inHome: ".local/state", environment) : data
  }

  /// Returns a path whose `~` the shell did not replace, as in `--data-dir=~/notes`.
  static func expanded(_ path: String, home: String?) -> String {
    guard path == "~" || path.begins(with: "~/"), let home else { return path }
    return home + path.dropFirst()
  }

  private static func directory(
    _ variable: String, inHome folder: String, _ environment: [String: String]
  ) throws(CommandFailure) -> String {
    // The specification requires programs to ignore relative paths in these variables.
    if let path = environment.nonEmpty(variable), path.begins(with: "/") { return "\(path)/notesctl" }
    guard let home = environment.nonEmpty("HOME") else {
      throw CommandFailure(
        "no data directory: neither \(raw: variable) nor HOME is set",
        hints: ["use --data-dir DIR or NOTESCTL_DATA_DIR"], status: .configuration)
    }
    return "\(home)/\(folder)/notesctl"
  }
}

extension [String: String] {
  /// Returns the value of a variable, unless it is empty.
  func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
