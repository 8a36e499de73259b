import NotesDomain
import WiringMacros

/// The person's editor, run in the terminal.
@Component(scope: .singleton)
struct ProcessEditor: ExternalEditor {
  private let editor: EditorCommand
  private let console: any Console

  init(editor: EditorCommand, console: any Console) {
    self.editor = editor
    self.console = console
  }

  func edit(_ draft: Draft) async throws(EditorError) {
    // `vi` without a terminal would hang or spill escape sequences. An editor that was chosen may be a script.
    guard !editor.isDefault || console.isInputTerminal else { throw .noTerminal(command: editor.command) }
    try? console.finish()
    guard let process = ChildProcess(shell: editor.command, arguments: [draft.path]) else {
      throw .notFound(command: editor.command)
    }
    switch process.wait() {
    case 0: return
    case 127: throw .notFound(command: editor.command)
    case let status: throw .failed(command: editor.command, status: status)
    }
  }
}
