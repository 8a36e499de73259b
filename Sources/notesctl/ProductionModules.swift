import NotesArchives
import NotesCLI
import NotesDomain
import NotesEncryption
import NotesFiles
import NotesHTTPClient
import NotesHTTPServer
import NotesHosting
import NotesNetwork
import NotesPersistence
import NotesPostgres
import NotesServer
import NotesSync
import NotesTransfer
import NotesViewModels
import NotesWeb
import Wiring

/// Returns the modules that notesctl is made of.
///
/// - Parameters:
///   - invocation: The parsed command line, which determines the composition.
///   - features: The features of the program, beside what every device has.
func productionModules(
  for invocation: Invocation, with features: [ProgramFeature] = ProgramFeature.allCases
) -> [any Module] {
  switch invocation.composition {
  case .device: deviceModules(with: features)
  // The same view-models on the same store, with another front.
  case .web:
    deviceModules(with: features) + [WebModule(), WebSettingsModule()] + features.flatMap(\.webModules)
  case .server: serverModules(storing: invocation.serverStore)
  }
}

private func deviceModules(with features: [ProgramFeature]) -> [any Module] {
  [
    ViewModelsModule(),
    TransferModule(),
    PersistenceModule(),
    FilesModule(),
    ArchivesModule(),
    EditorModule(),
    SyncModule(),
    SyncWatchModule(),
    NetworkModule(),
    HTTPClientModule(),
    ConnectionModule(isEncrypted: features.contains(.encryption)),
    // The server of the mock network, in the same process.
    ServerModule(),
    ServerPersistenceModule(),
    SettingsModule(),
  ] + features.flatMap(\.modules)
}

private func serverModules(storing location: ServerStoreLocation?) -> [any Module] {
  [
    PersistenceModule(),
    ServerModule(),
    AccountsModule(),
    WatchModule(),
    storeModule(for: location),
    StoreMoverModule(),
    HTTPServerModule(),
    HTTPProbeModule(),
    SettingsModule(),
    ServerSettingsModule(),
  ]
}

/// Opens the store that a server is moved to, with the modules of its kind.
func openMoveDestination(of invocation: Invocation, randomness: any Randomness) throws -> MoveDestination {
  let settings = MoveDestinationSettings(location: invocation.moveDestination, randomness: randomness)
  let modules: [any Module] = [storeModule(for: invocation.moveDestination), settings]
  return MoveDestination(stores: try Plan(ServerStores.self, modules: modules).build().root, path: settings.name)
}

/// Returns the module of a server's store. Another kind of store is another case, and a module that binds the same ports.
private func storeModule(for location: ServerStoreLocation?) -> any Module {
  switch location {
  case .file, nil: ServerPersistenceModule()
  case .database: PostgresModule()
  }
}
