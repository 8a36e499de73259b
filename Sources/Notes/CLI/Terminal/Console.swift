/// The terminal, or whatever stands in its place.
protocol Console: Sendable {
  /// Whether a stream is a terminal, and what it can do.
  func traits(of stream: ConsoleStream) -> StreamTraits

  /// Whether input comes from a terminal.
  var isInputTerminal: Bool { get }

  /// Writes text; what people wrote is made harmless on the way. May keep it back until ``finish()``.
  func write(_ text: StyledText, to stream: ConsoleStream) throws(ConsoleError)

  /// Writes bytes to the output stream as they are.
  func write(bytes: [UInt8]) throws(ConsoleError)

  /// Writes out what was kept back.
  func finish() throws(ConsoleError)

  /// Reads all input.
  func readAll() throws(ConsoleError) -> [UInt8]

  /// Asks a question on the error stream and reads the answer.
  ///
  /// - Returns: One line without its end; `nil` when there is no input left.
  func ask(_ question: StyledText) throws(ConsoleError) -> String?

  /// Asks for a secret on the error stream, and reads the answer, which the terminal does not show. Where input comes from
  /// no terminal, nobody is asked, and the next line of it is the answer.
  ///
  /// - Returns: One line without its end; `nil` when there is no input left.
  func readSecret(_ question: StyledText) throws(ConsoleError) -> String?
}

/// Where text goes.
enum ConsoleStream: Sendable, Hashable {
  /// Results.
  case output
  /// Failures, questions, and what a person must know.
  case error
  /// What was done, and progress: on the error stream, unless somebody wants quiet.
  case notice
}

/// What a stream can do.
struct StreamTraits: Sendable, Hashable {
  /// Whether a person is looking at it.
  var isTerminal = false
  /// Whether to use colours.
  var hasColor = false
  /// How many columns there are; `nil` for no limit.
  var width: Int?
}

/// Why text did not get through.
enum ConsoleError: Error, Sendable, Hashable {
  /// The reader of a pipe has gone.
  case closedPipe
  /// Writing failed.
  case notWritten(reason: String)
  /// Reading failed.
  case notRead(reason: String)
}

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
