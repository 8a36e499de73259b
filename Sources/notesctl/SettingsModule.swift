import Foundation
import NotesCLI
import NotesDomain
import NotesFiles
import NotesFronts
import NotesHTTPClient
import NotesHTTPServer
import NotesHosting
import NotesNetwork
import NotesPersistence
import NotesPostgres
import NotesServer
import NotesWeb
import Wiring

/// The settings of adapters, derived from the command line. In the composition root, since adapters and the command line
/// interface do not depend on each other.
struct SettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(String?.self, to: nil).named(.storeDirectory)
    binder.bind(String?.self, to: nil).named(.draftDirectory)
    binder.bind(StoreSettings.self) { (invocation: Invocation, directory: String?) in
      let directories = invocation.directories
      // The command line and the program's variable take precedence over a context file.
      let data = directories.isDataChosen ? directories.data : directory ?? directories.data
      let isChosen = directories.isDataChosen || directory != nil
      let missing: MissingStore = isChosen || invocation.requiresStore ? .refused : .empty
      return StoreSettings(
        path: data + "/notes.sqlite", missingStore: invocation.createsStore ? .created : missing,
        stays: invocation.composition == .web)
    }.from(.unqualified, .storeDirectory)
    binder.bind(HTTPClientSettings.self) { (invocation: Invocation) in
      HTTPClientSettings(
        userAgent: "notesctl/\(CommandLineInterface.version)", certificateFile: invocation.certificateFile)
    }
    binder.bind(DraftSettings.self) { (invocation: Invocation, directory: String?) in
      DraftSettings(directory: directory ?? invocation.directories.state + "/drafts")
    }.from(.unqualified, .draftDirectory)
    binder.bind(ListedNotesSettings.self) { (invocation: Invocation, store: StoreSettings) in
      let terminal = TerminalName.current
      return ListedNotesSettings(
        directory: invocation.directories.state + "/lists", terminal: terminal,
        session: terminal == nil ? "" : TerminalSession.current, store: store.path)
    }
    binder.bind(NoteTemplateSettings.self) { (invocation: Invocation) in
      NoteTemplateSettings(directory: invocation.configuration.folder.map { $0 + "/templates" })
    }
    binder.bind(SavedSearches.self) { (invocation: Invocation) in invocation.configuration.savedSearches }
    binder.bind(CredentialSettings.self) { (invocation: Invocation, directory: String?) in
      let directories = invocation.directories
      // Another data directory is another device, with its own credentials.
      let folder = directories.isDataChosen ? directories.data : directory ?? directories.state
      return CredentialSettings(path: folder + "/credentials")
    }.from(.unqualified, .storeDirectory)
    binder.bind(InspectedFiles.self) { (drafts: DraftSettings, credentials: CredentialSettings) in
      InspectedFiles(drafts: drafts.directory, credentials: credentials.path)
    }
    configureNetwork(&binder)
  }

  /// Binds the settings of the network and of the server's store.
  private func configureNetwork(_ binder: inout Binder) {
    binder.bind(String?.self, to: nil).named(.mockNetwork)
    binder.bind(NetworkSettings.self) { (invocation: Invocation, file: String?) in
      NetworkSettings(mockNetwork: invocation.mockNetwork ?? file)
    }.from(.unqualified, .mockNetwork)
    binder.bind(SystemLifecycleSettings.self) { (network: NetworkSettings) in
      SystemLifecycleSettings(usesNetwork: network.mockNetwork == nil)
    }
    binder.bind(ServerStoreSettings.self) { (invocation: Invocation, network: NetworkSettings) throws in
      let usual = invocation.directories.data + "/server.sqlite"
      switch invocation.composition {
      // Only the mock network resolves the server.
      case .device, .web: return ServerStoreSettings(path: network.mockNetwork ?? usual)
      case .server:
        let path = if case .file(let path) = invocation.serverStore { path } else { usual }
        guard invocation.createsServerStore || FileManager.default.fileExists(atPath: path) else {
          throw MaintenanceError.missing(path: path)
        }
        return ServerStoreSettings(path: path)
      }
    }
  }
}

/// The settings of the front in a browser, derived from those of the store.
struct WebSettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(WebSettings.self) { (store: StoreSettings) in
      WebSettings(store: URL(fileURLWithPath: store.path).standardizedFileURL.path)
    }
  }
}

// The values that a context file can define, by their names there; `nil` if it does not.

extension Key where Value == String? {
  /// The directory of the store, unless the command line or the environment has it.
  fileprivate static var storeDirectory: Self { Key("storeDirectory") }
  /// The directory of drafts.
  fileprivate static var draftDirectory: Self { Key("draftDirectory") }
  /// The store of the mock network's server, unless the command line or the environment has it.
  fileprivate static var mockNetwork: Self { Key("mockNetwork") }
}

/// The settings of a server, derived from the command line and from the HTTP server's settings.
struct ServerSettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerOptions.self) { (invocation: Invocation) in
      let options = invocation.serverOptions
      return HTTPServerOptions(
        flags: Dictionary(options.flags.map { ($0.name, $0.value) }) { $1 }, environment: Self.variables(invocation),
        file: options.file ?? invocation.directories.data + "/server.yaml", isFileRequired: options.file != nil)
    }
    binder.bind(PostgresSettings.self) { (invocation: Invocation, http: HTTPServerSettings) in
      PostgresSettings(
        address: (invocation.serverStore?.databaseAddress ?? .standard).text,
        environment: ProcessInfo.processInfo.environment, createsStore: invocation.createsServerStore,
        maximumConnections: http.storeConnections, directAddress: http.storeDirect?.text)
    }
    binder.bind((@Sendable () throws -> MoveDestination).self) { (invocation: Invocation, randomness: any Randomness) in
      { try openMoveDestination(of: invocation, randomness: randomness) }
    }.named(.moveDestination)
    binder.bind(ServerSettings.self) { (http: HTTPServerSettings) in
      var settings = ServerSettings()
      settings.budget = http.vaultBudget
      settings.maximumBlobBytes = http.maximumBlobBytes
      settings.vaultsNeedAccounts = true
      return settings
    }
  }

  /// Returns the variables of settings, and others with the same prefix, so that misspelled ones are reported.
  private static func variables(_ invocation: Invocation) -> [String: String] {
    let settings = Set(HostSettingName.allCases.map(\.variable))
    let others = ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix(HostSettingName.variablePrefix) && !CommandLineInterface.environmentVariables.contains(name)
    }
    return invocation.environment.filter { settings.contains($0.key) }.merging(others) { documented, _ in documented }
  }
}

/// The settings of the store that a server is moved to.
struct MoveDestinationSettings: Module {
  let location: ServerStoreLocation?
  let randomness: any Randomness

  /// The path or address, without a password.
  var name: String {
    switch location {
    case .file(let path): path
    case .database, nil: database.name
    }
  }

  private var database: PostgresSettings {
    PostgresSettings(
      address: (location?.databaseAddress ?? .standard).text, environment: ProcessInfo.processInfo.environment,
      maximumConnections: 2)
  }

  func configure(_ binder: inout Binder) {
    binder.bind(ServerStores.init)
    binder.bind((any Randomness).self, to: randomness)
    binder.bind(PostgresSettings.self, to: database)
    binder.bind(ServerStoreSettings.self, to: ServerStoreSettings(path: name))
  }
}
