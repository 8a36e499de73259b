import Foundation
import NotesCLI
import NotesDomain
import NotesHTTPServer
import NotesServer
import Wiring

/// What a server is told about its surroundings: where its settings are, and what follows from them for the layer below.
struct ServerSettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Invocation.self)
    binder.bind(HTTPServerOptions.self) { (invocation: Invocation) in
      let typed = invocation.serverOptions
      return HTTPServerOptions(
        flags: typed.flags, environment: Self.variables(invocation),
        file: typed.file ?? invocation.directories.data + "/server.yaml", isFileNeeded: typed.file != nil)
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
      name.hasPrefix(HostSettingName.variablePrefix) && !CommandLineFront.environmentVariables.contains(name)
    }
    return invocation.environment.filter { settings.contains($0.key) }.merging(others) { known, _ in known }
  }
}
