/// The terminal, or the streams that replace it.
protocol Console: Sendable {
  /// Returns the capabilities of a stream.
  func traits(of stream: ConsoleStream) -> StreamTraits

  var isInputTerminal: Bool { get }

  /// Whether messages may still be read: `false` once the reader of the error stream was gone. A command of which messages are all
  /// that it has to say, for ever, ends then.
  var hasReader: Bool { get }

  /// Writes text, with user content escaped. Output can be buffered until ``finish()``.
  ///
  /// Only output can fail. A message that cannot be written ends no command and changes no exit status: what the command does,
  /// and its results, do not depend on it.
  func write(_ text: StyledText, to stream: ConsoleStream) throws(ConsoleError)

  /// Writes bytes to the output stream unchanged.
  func write(bytes: [UInt8]) throws(ConsoleError)

  func finish() throws(ConsoleError)

  /// Writes text to the output at once, and never through a pager.
  func show(_ text: StyledText) throws(ConsoleError)

  /// Reads standard input to its end, at most ``StandardInput/maximumBytes`` and one more, so that a longer input can be detected.
  func readAll() throws(ConsoleError) -> [UInt8]

  /// Prints a question to the error stream and reads the answer.
  ///
  /// - Returns: One line without its ending; `nil` at the end of the input.
  func ask(_ question: StyledText) throws(ConsoleError) -> String?

  /// Prints a question to the error stream and reads the answer without echo. If input is not a terminal, it reads the next
  /// line without the question, at most `limit` bytes and one more, so that a line that is too long can be detected.
  ///
  /// - Returns: One line without its ending; `nil` at the end of the input.
  func readSecret(_ question: StyledText, limit: Int) throws(ConsoleError) -> String?
}

extension Console {
  /// Reads standard input to its end.
  func readInput() throws(ConsoleError) -> StandardInput { StandardInput(try readAll()) }

  /// Asks a yes-or-no question and returns whether the answer is yes.
  func confirm(_ question: StyledText) throws(ConsoleError) -> Bool {
    ["y", "yes"].contains(try ask("\(question) [y/N] ")?.lowercased())
  }

  /// Asks whether to do something, and throws a usage failure if there is no terminal to ask at.
  func confirm(_ question: StyledText, for action: StyledText) throws -> Bool {
    try requireTerminal(for: action)
    return try confirm(question)
  }

  /// Throws a usage failure if there is no terminal to confirm an action at.
  func requireTerminal(for action: StyledText) throws(CommandFailure) {
    guard !isInputTerminal else { return }
    throw CommandFailure(
      "\(action) requires confirmation, but standard input is not a terminal", hints: ["use --force"], status: .usage)
  }
}

/// The content of standard input, as far as the program reads it.
enum StandardInput: Sendable, Hashable {
  /// The maximum number of bytes: three times those of the largest note, so that a text that is too large for one is usually
  /// kept as a whole, and little enough to be held in memory.
  static let maximumBytes = 32_000_000

  case text(String)
  /// The bytes are not UTF-8.
  case invalid([UInt8])
  /// The input is longer than the maximum; the bytes are its beginning.
  case tooLong([UInt8])

  /// Creates the content from bytes, of which one more than the maximum were read if there are more.
  init(_ bytes: [UInt8]) {
    if bytes.count > Self.maximumBytes {
      self = .tooLong(bytes)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      self = .text(text)
    } else {
      self = .invalid(bytes)
    }
  }
}

/// A stream of the console.
enum ConsoleStream: Sendable, Hashable {
  /// Results.
  case output
  /// Failures, questions and warnings.
  case error
  /// Notices of changes, and progress: on the error stream, unless the log level is quiet.
  case notice
}

/// The capabilities of a stream.
struct StreamTraits: Sendable, Hashable {
  var isTerminal = false
  /// Whether to use colours.
  var hasColor = false
  /// The number of columns; `nil` for no limit.
  var width: Int?
  /// The number of lines; `nil` for no limit.
  var height: Int?
}

/// An error of reading or writing.
enum ConsoleError: Error, Sendable, Hashable {
  /// The reader of the output has closed the pipe: it needs no more.
  case closedPipe
  case notWritten(reason: String)
  case notRead(reason: String)
}

/// A console that drops notices.
struct QuietConsole: Console {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  func traits(of stream: ConsoleStream) -> StreamTraits { console.traits(of: stream) }

  var hasReader: Bool { console.hasReader }
  var isInputTerminal: Bool { console.isInputTerminal }

  func write(_ text: StyledText, to stream: ConsoleStream) throws(ConsoleError) {
    switch stream {
    case .output, .error: try console.write(text, to: stream)
    case .notice: return
    }
  }

  func write(bytes: [UInt8]) throws(ConsoleError) { try console.write(bytes: bytes) }

  func finish() throws(ConsoleError) { try console.finish() }

  func show(_ text: StyledText) throws(ConsoleError) { try console.show(text) }

  func readAll() throws(ConsoleError) -> [UInt8] { try console.readAll() }

  func ask(_ question: StyledText) throws(ConsoleError) -> String? { try console.ask(question) }

  func readSecret(_ question: StyledText, limit: Int) throws(ConsoleError) -> String? {
    try console.readSecret(question, limit: limit)
  }
}
