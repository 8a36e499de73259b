import NotesDomain
package import Wiring
import WiringMacros

/// The person's editor, as the environment names it.
///
/// A module of its own, since it is an adapter of a port: what shows screens in a test must not start programs.
package struct EditorModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the editor.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.bind(EditorCommand.self) { (invocation: Invocation) in EditorCommand(environment: invocation.environment) }
    binder.bind((any ExternalEditor).self, ProcessEditor.init).scoped(.singleton)
  }
}

/// Which editor a person uses.
struct EditorCommand: Sendable, Hashable {
  /// The command line, arguments included.
  let command: String
  /// Whether nobody chose it.
  let isDefault: Bool

  /// Reads the choice: `NOTESCTL_EDITOR`, then `VISUAL`, then `EDITOR`, then `vi`.
  init(environment: [String: String]) {
    let chosen = ["NOTESCTL_EDITOR", "VISUAL", "EDITOR"].lazy.compactMap(environment.nonEmpty).first
    command = chosen ?? "vi"
    isDefault = chosen == nil
  }
}

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

/// An editor that leaves every draft as it is, for places where no program may be started.
@Component(scope: .singleton)
struct UntouchedEditor: ExternalEditor {
  func edit(_ draft: Draft) async throws(EditorError) {}
}
