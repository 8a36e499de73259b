import NotesDomain
import NotesFronts
package import Wiring
import WiringMacros

/// The module of the programs that run in the terminal: the editor and the browser that the environment names, and fzf.
///
/// Separate from ``CLIModule``, since they are adapters of ports: tests of screens must not start programs.
package struct EditorModule: Module {
  package init() {}

  /// Binds the editor, the fuzzy finder and the browser.
  package func configure(_ binder: inout Binder) {
    binder.bind(EditorCommand.self) { (invocation: Invocation) in EditorCommand(environment: invocation.environment) }
    binder.bind((any ExternalEditor).self, ProcessEditor.init).scoped(.singleton)
    binder.bind(FzfSettings.self) { (invocation: Invocation) in
      FzfSettings(invocation: invocation, program: CommandLine.arguments.first ?? "notesctl")
    }
    binder.bind((any FuzzyFinder).self, FzfFinder.init).scoped(.singleton)
    binder.bind(BrowserCommand.self) { (invocation: Invocation) in BrowserCommand(environment: invocation.environment) }
    binder.bind((any BrowserOpener).self, ProcessBrowserOpener.init)
  }
}

/// The command line of the editor.
struct EditorCommand: Sendable, Hashable {
  /// The command line with its options.
  let command: String
  /// Whether no variable sets it.
  let isDefault: Bool

  /// Creates the command from the first of `NOTESCTL_EDITOR`, `VISUAL` and `EDITOR` that is set; otherwise `vi`.
  init(environment: [String: String]) {
    let chosen = ["NOTESCTL_EDITOR", "VISUAL", "EDITOR"].lazy.compactMap(environment.nonEmpty).first
    command = chosen ?? "vi"
    isDefault = chosen == nil
  }
}

/// An editor that runs in the terminal.
@Component(scope: .singleton)
struct ProcessEditor: ExternalEditor {
  private let editor: EditorCommand
  private let console: any Console

  init(editor: EditorCommand, console: any Console) {
    self.editor = editor
    self.console = console
  }

  func edit(_ draft: Draft) async throws(EditorError) {
    // `vi` without a terminal would hang or print escape sequences. A configured editor can be a script.
    guard !editor.isDefault || console.isInputTerminal else { throw .noTerminal(command: editor.command) }
    try? console.finish()
    let interrupts = IgnoredInterrupts()
    defer { withExtendedLifetime(interrupts) {} }
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

/// An editor that leaves every draft unchanged, for environments where no program may be started.
@Component(scope: .singleton)
struct UntouchedEditor: ExternalEditor {
  func edit(_ draft: Draft) async throws(EditorError) {}
}
