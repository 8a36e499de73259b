import NotesCLI
import NotesHTTPClient
import NotesHTTPServer
import NotesNetwork
import NotesPersistence
import NotesServer
import NotesSync
import NotesViewModels
import Wiring

/// Returns the modules that notesctl is made of.
///
/// - Parameter invocation: The parsed command line, which determines the composition.
func productionModules(for invocation: Invocation) -> [any Module] {
  switch invocation.composition {
  case .device:
    [
      ViewModelsModule(),
      PersistenceModule(),
      EditorModule(),
      SyncModule(),
      SyncWatchModule(),
      NetworkModule(),
      HTTPClientModule(),
      ConnectionModule(),
      // The server of the mock network, in the same process.
      ServerModule(),
      ServerPersistenceModule(),
      SettingsModule(),
    ]
  case .server:
    [
      PersistenceModule(),
      ServerModule(),
      AccountsModule(),
      WatchModule(),
      ServerPersistenceModule(),
      HTTPServerModule(),
      HTTPProbeModule(),
      SettingsModule(),
      ServerSettingsModule(),
    ]
  }
}
