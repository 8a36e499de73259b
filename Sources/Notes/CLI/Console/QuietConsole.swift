/// A console that keeps notices to itself.
struct QuietConsole: Console {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  func traits(of stream: ConsoleStream) -> StreamTraits { console.traits(of: stream) }

  var isInputTerminal: Bool { console.isInputTerminal }

  func write(_ text: StyledText, to stream: ConsoleStream) throws(ConsoleError) {
    switch stream {
    case .output, .error: try console.write(text, to: stream)
    case .notice: return
    }
  }

  func write(bytes: [UInt8]) throws(ConsoleError) { try console.write(bytes: bytes) }

  func finish() throws(ConsoleError) { try console.finish() }

  func readAll() throws(ConsoleError) -> [UInt8] { try console.readAll() }

  func ask(_ question: StyledText) throws(ConsoleError) -> String? { try console.ask(question) }

  func readSecret(_ question: StyledText) throws(ConsoleError) -> String? { try console.readSecret(question) }
}
