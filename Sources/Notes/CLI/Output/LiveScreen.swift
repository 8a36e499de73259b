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

  /// Returns how many of the wanted rows are on the screen with a line below them.
  ///
  /// - Parameter lines: The lines of a row.
  func fitting(_ wanted: Int, linesEach lines: Int = 1) -> Int {
    guard let height = console.traits(of: .output).height else { return wanted }
    return min(wanted, max(1, (height - 2) / lines))
  }

  /// Shows a text in place of the one before, unless they are equal.
  mutating func show(_ text: StyledText) throws(ConsoleError) {
    guard text != last else { return }
    last = text
    // To the first line, and everything below it erased: ECMA-48, 8.3.21 and 8.3.39.
    try console.show(StyledText(trusted: "\u{1B}[H\u{1B}[J") + text)
  }

  /// Returns the line below rows that are not all.
  static func more(_ hasMore: Bool) -> StyledText { hasMore ? "\(.dim, "There are more.")\n" : "" }
}
