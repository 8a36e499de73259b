import Synchronization

@testable import NotesCLI

/// A console in memory, which records the output and has given input.
final class RecordingConsole: Console {
  private struct State {
    var output: [UInt8] = []
    var error = ""
    var answers: [String]
  }

  private let state: Mutex<State>
  private let traits: StreamTraits
  private let input: [UInt8]
  let isInputTerminal: Bool
  /// The error of writing results.
  private let failure: ConsoleError?
  /// Whether the reader of messages is gone after the first one.
  private let losesReader: Bool

  init(
    traits: StreamTraits = StreamTraits(), input: [UInt8] = [], answers: [String] = [], isInputTerminal: Bool = false,
    failure: ConsoleError? = nil, losesReader: Bool = false
  ) {
    self.traits = traits
    self.input = input
    self.isInputTerminal = isInputTerminal
    (self.failure, self.losesReader) = (failure, losesReader)
    state = Mutex(State(answers: answers))
  }

  var output: String { String(decoding: state.withLock { $0.output }, as: UTF8.self) }
  var error: String { state.withLock { $0.error } }

  /// Whether no message was written, if the first one finds no reader.
  var hasReader: Bool { !losesReader || error.isEmpty }

  func traits(of stream: ConsoleStream) -> StreamTraits { traits }

  func write(_ text: StyledText, to stream: ConsoleStream) throws(ConsoleError) {
    let text = text.rendered(hasColor: traits.hasColor)
    switch stream {
    case .output: try write(bytes: Array(text.utf8))
    case .error, .notice: state.withLock { $0.error += text }
    }
  }

  func write(bytes: [UInt8]) throws(ConsoleError) {
    if let failure { throw failure }
    state.withLock { $0.output += bytes }
  }

  func finish() throws(ConsoleError) {}

  func show(_ text: StyledText) throws(ConsoleError) { try write(text, to: .output) }

  func readAll() throws(ConsoleError) -> [UInt8] { input }

  func ask(_ question: StyledText) throws(ConsoleError) -> String? {
    try write(question, to: .error)
    return state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
  }

  /// Returns the next answer. ``error`` shows that it is not printed.
  func readSecret(_ question: StyledText, limit: Int) throws(ConsoleError) -> String? { try ask(question) }
}
