import Foundation
import NotesCLI
import NotesDomain
import NotesHTTPClient
import NotesHTTPServer
import NotesNetwork
import NotesServer
import NotesPersistence
import Wiring

/// What adapters are told about their surroundings. It stands in the root, since adapters do not know the front, nor the
/// front adapters.
struct SettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Invocation.self)
    binder.bind(.storeDirectory, to: nil)
    binder.bind(.draftDirectory, to: nil)
    binder.bind(StoreSettings.self) { (invocation: Invocation, directory: String?) in
      let directories = invocation.directories
      // Who says it on the command line, or in the program's own variable, knows better than a file.
      let data = directories.isDataChosen ? directories.data : directory ?? directories.data
      return StoreSettings(path: data + "/notes.sqlite")
    }.from(.unqualified, .storeDirectory)
    binder.bind(HTTPClientSettings.self) { (invocation: Invocation) in
      HTTPClientSettings(
        userAgent: "notesctl/\(CommandLineInterface.version)", certificateFile: invocation.certificateFile)
    }
    binder.bind(DraftSettings.self) { (invocation: Invocation, directory: String?) in
      DraftSettings(directory: directory ?? invocation.directories.state + "/drafts")
    }.from(.unqualified, .draftDirectory)
    binder.bind(CredentialSettings.self) { (invocation: Invocation, directory: String?) in
      let directories = invocation.directories
      // Who keeps notes in a place of their own has another device there, with a sign-in of its own.
      let folder = directories.isDataChosen ? directories.data : directory ?? directories.state
      return CredentialSettings(path: folder + "/credentials")
    }.from(.unqualified, .storeDirectory)
    configureNetwork(&binder)
  }

  /// What both ends of a network are told: the device's, and the server's.
  private func configureNetwork(_ binder: inout Binder) {
    binder.bind(.mockNetwork, to: nil)
    binder.bind(NetworkSettings.self) { (invocation: Invocation, file: String?) in
      NetworkSettings(mockNetwork: invocation.mockNetwork ?? file)
    }.from(.unqualified, .mockNetwork)
    binder.bind(ServerStoreSettings.self) { (invocation: Invocation, network: NetworkSettings) throws in
      let usual = invocation.directories.data + "/server.sqlite"
      switch invocation.composition {
      // Without such a network nobody asks for the server.
      case .device: return ServerStoreSettings(path: network.mockNetwork ?? usual)
      case .server:
        let path = invocation.serverStore ?? usual
        guard invocation.createsServerStore || FileManager.default.fileExists(atPath: path) else {
          throw MaintenanceError.missing(path: path)
        }
        return ServerStoreSettings(path: path)
      }
    }
  }
}

// The values that a context file can give to adapters, by their names there: `nil` where it gives none.

extension Key where Value == String? {
  /// Where notes are kept, unless the command line or the environment says.
  fileprivate static var storeDirectory: Self { Key("storeDirectory") }
  /// Where drafts are kept.
  fileprivate static var draftDirectory: Self { Key("draftDirectory") }
  /// Where the server of a network that is only played keeps its vaults, unless the command line or the environment says.
  fileprivate static var mockNetwork: Self { Key("mockNetwork") }
}

/// What a server is told about its surroundings: where its settings are, and what follows from them for the layer below.
struct ServerSettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Invocation.self)
    binder.bind(HTTPServerOptions.self) { (invocation: Invocation) in
      let typed = invocation.serverOptions
      return HTTPServerOptions(
        flags: typed.flags, environment: Self.variables(invocation),
        file: typed.file ?? invocation.directories.data + "/server.yaml", isFileRequired: typed.file != nil)
    }
    binder.bind(ServerSettings.self) { (served: HTTPServerSettings) in
      var settings = ServerSettings()
      settings.maximumNotes = served.maximumNotes
      settings.maximumVaultBytes = served.maximumVaultBytes
      settings.maximumBlobBytes = served.maximumBlobBytes
      settings.vaultsNeedAccounts = true
      return settings
    }
  }

  /// The variables of the settings, and others that begin as those do: who mistypes one is told.
  private static func variables(_ invocation: Invocation) -> [String: String] {
    let settings = Set(HostSettingName.allCases.map(\.variable))
    let others = ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix(HostSettingName.variablePrefix) && !CommandLineInterface.environmentVariables.contains(name)
    }
    return invocation.environment.filter { settings.contains($0.key) }.merging(others) { known, _ in known }
  }
}
