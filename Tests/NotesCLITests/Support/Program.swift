import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Wiring
import WiringDefinitions

@testable import NotesCLI

/// The program with fakes, and the output and exit status of a run.
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
  /// Whether the reader of messages is gone after the first one.
  var losesReader = false
  var build: [String] = []
  var environment = ["HOME": "/home/ada"]
  /// Returns the definitions of the context file at a path.
  var context: @Sendable (String) -> Definitions = { _ in .none }

  /// Whether the program has the feature of encryption.
  var hasEncryption = true

  func run(_ arguments: String...) async -> Run {
    await run(arguments)
  }

  func run(_ arguments: [String]) async -> Run {
    let console = RecordingConsole(
      traits: traits, input: input, answers: answers, isInputTerminal: isInputTerminal, failure: outputFailure,
      losesReader: losesReader)
    var program = CommandLineInterface(
      build: build, environment: environment, context: context, configuration: fakes.configuration,
      features: hasEncryption ? CommandFeature.all : CommandFeature.standard,
      modules: { [fakes, hasEncryption] _ in
        [ViewModelsModule(), TransferModule(), FakesModule(fakes)]
          + (hasEncryption ? [EncryptionViewModelModule()] : [])
      })
    program.makeConsole = { _ in console }
    let status = await program.run(arguments)
    return Run(status: status, output: console.output, error: console.error)
  }
}

/// Returns the text of an id of ``SequentialNoteIDGenerator``.
func reference(_ number: UInt64) -> String {
  SequentialNoteIDGenerator.id(number).description
}
