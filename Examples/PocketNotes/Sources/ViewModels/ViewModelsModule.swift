import Core
import Wiring

/// Binds the screens. It needs the ports ``NoteStore`` and ``Syncing``.
package struct ViewModelsModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(Notebook.init)
    binder.main.bind(NoteListViewModel.init)
    binder.main.factory(EditorViewModel.init(id:store:notebook:), argument: Note.ID.self)
    binder.main.bind(SyncViewModel.init)
    binder.main.bind(SessionViewModel.init).scoped(.singleton)
  }
}
