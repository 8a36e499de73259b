import NotesDomain
package import NotesFronts
import Observation

/// The configuration file in the editor. It is edited in place: whatever a person saves stays, valid or not.
@MainActor @Observable
package final class ConfigurationViewModel: ViewModel {
  package private(set) var state = ConfigurationState()

  private let files: any ConfigurationFiles
  private let editor: any ExternalEditor

  init(files: any ConfigurationFiles, editor: any ExternalEditor) {
    self.files = files
    self.editor = editor
  }

  /// Opens a file in the editor, and reads it afterwards.
  ///
  /// - Parameter text: The text of the file if there is none yet.
  package func edit(_ path: String, creating text: String) async {
    state = ConfigurationState(phase: .working)
    state.phase = await .after {
      try await create(path, containing: text)
      do throws(EditorError) { try await editor.edit(Draft(path: path)) } catch {
        throw ConfigurationFailure.editor(error)
      }
      state.file = try await read(path)
    }
  }

  @concurrent
  private nonisolated func create(_ path: String, containing text: String) async throws {
    try files.create(path, containing: text)
  }

  @concurrent
  private nonisolated func read(_ path: String) async throws -> ConfigurationFile? { try files.read(path) }
}

/// The state of the configuration file.
package struct ConfigurationState: ViewState {
  package var phase: Phase = .idle
  /// The file as it was saved.
  package var file: ConfigurationFile?
}

/// The reason why the configuration file was not edited.
package enum ConfigurationFailure: Error, Sendable, Hashable {
  case editor(EditorError)
}
