import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Wiring

/// Fakes with an editor that changes other fakes while it is open.
struct FakesWithEditor {
  let fakes: Fakes
  let editor: any ExternalEditor
}

extension Fakes {
  func with(_ editor: any ExternalEditor) -> FakesWithEditor {
    FakesWithEditor(fakes: self, editor: editor)
  }
}

@MainActor
func viewModel<Model>(_ type: Model.Type, _ fakes: FakesWithEditor) throws -> Model {
  try Plan(
    type, modules: [ViewModelsModule(), TransferModule(), EncryptionViewModelModule(), FakesModule(fakes.fakes)]
  ) { overrides in
    overrides.replace((any ExternalEditor).self, with: fakes.editor)
  }.buildOnMainActor().root
}
