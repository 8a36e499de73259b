import Testing

@testable import NotesCLI

@Suite @MainActor struct LiveScreenTests {
  private func console(height: Int? = nil) -> RecordingConsole {
    RecordingConsole(traits: StreamTraits(isTerminal: true, height: height))
  }

  @Test(arguments: [(50, 1, 22), (5, 1, 5), (50, 2, 11)])
  func `as many rows are wanted as the terminal has lines for, with one below them`(
    wanted: Int, lines: Int, expected: Int
  ) throws {
    #expect(try LiveScreen(on: console(height: 24)).fitting(wanted, linesEach: lines) == expected)
  }

  @Test func `a terminal of unknown height shows all rows, and one of a single line shows one`() throws {
    #expect(try LiveScreen(on: console()).fitting(50) == 50)
    #expect(try LiveScreen(on: console(height: 1)).fitting(50) == 1)
  }

  @Test func `a text replaces the one before, and an equal one is not written again`() throws {
    // Given
    let console = console()
    var screen = try LiveScreen(on: console)
    // When
    for text: StyledText in ["one\n", "one\n", "two\n"] { try screen.show(text) }
    // Then
    #expect(console.output == "\u{1B}[H\u{1B}[Jone\n\u{1B}[H\u{1B}[Jtwo\n")
  }

  @Test func `an output that is no terminal is refused`() {
    #expect(throws: CommandFailure.self) { try LiveScreen(on: RecordingConsole()) }
  }
}
