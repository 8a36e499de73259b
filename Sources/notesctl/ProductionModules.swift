import NotesCLI
import NotesHTTPClient
import NotesHTTPServer
import NotesNetwork
import NotesServer
import NotesPersistence
import NotesSync
import NotesViewModels
import Wiring

/// What notesctl is made of: one module for each layer. Everything else follows from this list.
///
/// - Parameter invocation: What was asked; it is bound by the front, and the settings follow from it.
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
      // What the device talks to where the network is only played: the other side of sync, in the same process.
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
