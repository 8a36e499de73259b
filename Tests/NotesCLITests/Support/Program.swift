import NotesDomain
import NotesTestSupport
import NotesViewModels
import Wiring

@testable import NotesCLI

/// The program over fakes: what it prints and how it ends.
@MainActor
struct Program {
  struct Run {
    let status: ExitStatus
    let output: String
    let error: String
  }

  var fakes = Fakes()
  var traits = StreamTraits()
  var input: [UInt8] = []
  var answers: [String] = []
  var isInputTerminal = false
  var outputFailure: ConsoleError?
  var environment = ["HOME": "/home/ada"]
  /// What a context file says, whatever its path.
  var context: @Sendable (String) -> Definitions = { _ in .none }

  func run(_ arguments: String...) async -> Run {
    await run(arguments)
  }

  func run(_ arguments: [String]) async -> Run {
    let console = RecordingConsole(
      traits: traits, input: input, answers: answers, isInputTerminal: isInputTerminal, failure: outputFailure)
    let status = await CommandLineInterface.run(
      arguments: arguments, environment: environment, console: { _ in console }, context: context,
      modules: { _ in [ViewModelsModule(), FakesModule(fakes)] },
      overrides: { $0.replace((any TimeZoneOffsets).self, with: UTC()) })
    return Run(status: status, output: console.output, error: console.error)
  }
}

/// The time zone of the tests.
struct UTC: TimeZoneOffsets {
  func secondsEastOfUTC(at moment: Timestamp) -> Int { 0 }
}

/// The text of an id made by ``SequentialNoteIDGenerator``.
func reference(_ number: UInt64) -> String {
  SequentialNoteIDGenerator.id(number).description
}
