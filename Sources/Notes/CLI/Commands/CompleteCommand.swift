import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

/// The command that the completion scripts of shells run; see ``CompletionKind``. Not in the help.
///
/// Pressing a key must neither write nor ask: it creates no store, and fails in silence.
struct CompleteCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "complete", abstract: "Complete a word, for the completion scripts of shells.",
    discussion: """
      EXAMPLES:
        notesctl complete note bash -- Gre notesctl show Gre
      """, isHidden: true)

  @OptionGroup var given: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: "The kind of values.")
  var kind: CompletedValue

  @Argument(help: "The shell.")
  var shell: Shell

  @Argument(help: "The word, then the command line up to it.")
  var words: [String]

  struct Screen: Sendable {
    let completion: CompletionViewModel
    let console: any Console
  }

  var needs: CommandNeeds { .existingStore }

  /// The options of the line that is completed.
  var global: GlobalOptions {
    var options = given
    options.dataDirectory = line.value(of: "--data-dir") ?? given.dataDirectory
    options.context = line.value(of: "--context") ?? given.context
    options.debug = false
    return options
  }

  private var line: CompletedLine { CompletedLine(words) }

  func run(on screen: Screen) async throws {
    let line = line
    await screen.completion.complete(kind, line.word, note: line.note)
    for completion in screen.completion.state.completions {
      guard let text = shell.text(of: completion, after: line.separated) else { continue }
      try screen.console.write(StyledText(trusted: text + "\n"), to: .output)
    }
  }
}

extension CompletedValue: ExpressibleByArgument {}

/// A command line with the word at its end that is completed.
struct CompletedLine {
  /// The word without quotes, together with ``separated``.
  let word: String
  /// The beginning of the word that the shell takes for words of their own: `tag:` of `tag:garden` in bash.
  let separated: String
  /// The words before, without quotes.
  private let before: [String]

  /// Creates a line.
  ///
  /// - Parameter words: The word up to the cursor, then the program and all words up to that one, as typed.
  init(_ words: [String]) {
    let word = ShellQuoting.unquoted(words.first ?? "")
    var before = words.dropFirst().map(ShellQuoting.unquoted)
    if before.last == word { before.removeLast() }
    var separated = ""
    if before.last == ":", before.count > 1 {
      separated = before.suffix(2).joined()
      before.removeLast(2)
    } else if before.last == "@" {
      separated = before.removeLast()
    }
    (self.word, self.separated, self.before) = (separated + word, separated, before)
  }

  /// The first argument of the command, which names a note if there are attachments to complete.
  var note: String? {
    CommandLookup(before.dropFirst()).arguments.first { !$0.begins(with: "-") }
  }

  /// Returns the value of an option with two dashes.
  func value(of option: String) -> String? {
    for (index, word) in before.enumerated() {
      if word == option, index + 1 < before.count { return before[index + 1] }
      if let value = word.rest(after: option + "=") { return String(value) }
    }
    return nil
  }
}
