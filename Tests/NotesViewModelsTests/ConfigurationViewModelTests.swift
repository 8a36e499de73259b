import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct ConfigurationViewModelTests {
  private let path = "/home/ada/.config/notesctl/config.yaml"

  @Test func `a missing file is created, and read after the editor`() async throws {
    let fakes = Fakes()
    let configuration = try viewModel(ConfigurationViewModel.self, fakes)
    await configuration.edit(path, creating: "editor: vim\n")
    #expect(configuration.state.phase == .done && configuration.state.file?.entries.map(\.value) == ["vim"])
    #expect(fakes.configuration.files == [path: "editor: vim\n"])
  }

  @Test func `a file that is not valid is reported, and stays`() async throws {
    let fakes = Fakes()
    fakes.configuration.files[path] = "nonsense\n"
    let configuration = try viewModel(ConfigurationViewModel.self, fakes)
    await configuration.edit(path, creating: "")
    guard case .malformed(let location, _)? = configuration.state.phase.failure?.error as? ConfigurationFileError else {
      Issue.record("\(configuration.state.phase)")
      return
    }
    #expect(location.line == 1 && fakes.configuration.files == [path: "nonsense\n"])
  }

  @Test func `a failing editor is reported`() async throws {
    let failure = EditorError.noTerminal(command: "vi")
    let configuration = try viewModel(ConfigurationViewModel.self, Fakes(editorFailing: failure))
    await configuration.edit(path, creating: "")
    #expect(configuration.state.phase == .failed(Failure(ConfigurationFailure.editor(failure))))
  }
}
