import NotesCLI
import NotesStorage
import Wiring

/// What adapters are told about their surroundings. It stands in the root, since adapters do not know the front, nor the
/// front adapters.
struct SettingsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Invocation.self)
    binder.bind(StoreSettings.self) { (invocation: Invocation) in
      StoreSettings(path: invocation.directories.data + "/notes.sqlite")
    }
    binder.bind(DraftSettings.self) { (invocation: Invocation) in
      DraftSettings(directory: invocation.directories.state + "/drafts")
    }
  }
}
