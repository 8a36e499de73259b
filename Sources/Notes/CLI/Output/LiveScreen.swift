/// A text on the terminal that is replaced by each later one, until the person presses Ctrl-C.
@MainActor
struct LiveScreen {
  let console: any Console
  private var last: StyledText?

  /// Creates a screen without a text.
  ///
  /// - Throws: A failure where the output is no terminal: a program reads each change by itself.
  init(on console: any Console) throws(CommandFailure) {
    guard console.traits(of: .output).isTerminal else {
      throw CommandFailure(
        "--follow shows notes on a terminal, and the output is none",
        hints: ["for programs: run the command again after each line of 'notesctl sync watch'"], status: .usage)
    }
    self.console = console
  }

  /// Shows a text in place of the one before, unless they are equal.
  mutating func show(_ text: StyledText) throws(ConsoleError) {
    guard text != last else { return }
    last = text
    // To the first line, and everything below it erased: ECMA-48, 8.3.21 and 8.3.39.
    try console.write(StyledText(trusted: "\u{1B}[H\u{1B}[J") + text, to: .output)
    try console.finish()
  }
}

extension NotesctlCommand {
  /// Checks that `--follow` is not used with options that print something else than a list.
  static func check(follow: Bool, besides others: [(name: String, isUsed: Bool)]) throws {
    guard follow, let other = others.first(where: \.isUsed) else { return }
    throw usage("--follow and \(other.name) cannot be used together.")
  }
}
