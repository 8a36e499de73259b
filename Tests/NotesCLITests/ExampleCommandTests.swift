import NotesTestSupport
import Testing

@testable import NotesCLI

/// A command runs in the program, with fakes of all ports and a console in memory.
@MainActor
@Suite struct ExampleCommandTests {
  @Test func `a list has a line for each note`() async {
    // Given
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea")]))
    // When
    let run = await program.run("list")
    // Then
    #expect(run.output == "00000000-0000-7000-8000-000000000001  2026-03-14 09:27  Tea\n")
    #expect(run.status == .success && run.error.isEmpty)
  }
}
