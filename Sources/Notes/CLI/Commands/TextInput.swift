/// A text from arguments or from standard input.
struct TextInput {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  /// - Parameter words: What was typed; `-` alone stands for standard input.
  func text(_ words: [String]) throws -> String {
    guard words == ["-"] else { return words.joined(separator: " ") }
    if console.isInputTerminal {
      try console.write("\(.dim, "Type the text; end it with Ctrl-D on a line of its own.")\n", to: .error)
    }
    let bytes = try console.readAll()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        "the input is not UTF-8 text; nothing was stored", hints: ["convert it first, as in: iconv -f latin1 -t utf-8"],
        status: .data)
    }
    return text
  }
}
