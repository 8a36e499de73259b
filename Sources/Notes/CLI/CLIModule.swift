import NotesDomain
import NotesFronts
import NotesViewModels
package import Wiring
import WiringDefinitions

/// The module of the command line: the screens of the commands, and the console.
///
/// ``CommandLineInterface`` adds it to the modules of the program, since only that has the console and the invocation.
package struct CLIModule: Module {
  let invocation: Invocation
  let console: any Console
  /// The features of the program.
  var features = CommandFeature.all
  /// Times the calls of the store; `nil` without `--debug`.
  var calls: CallProfiler?
  /// The types that a context file can name.
  var components = ComponentRegistry.linked

  /// Binds the screens of the commands of the invocation's composition, each as a root.
  package func configure(_ binder: inout Binder) {
    binder.bind(Invocation.self, to: invocation)
    // Bound, although the needs are optional: to find that there is no provider costs a tenth of a millisecond at start.
    binder.bind(LogLevel?.self, to: invocation.configuration.logLevel).named(.logLevel)
    binder.bind(UInt?.self, to: nil).named(.pageSize)
    binder.bind(ComponentRegistry.self, to: components)
    binder.bind((any Console).self) { [console, calls] (level: LogLevel?) in
      // `--debug` overrides a context file.
      level == .quiet && calls == nil ? QuietConsole(console) : console
    }.from(.logLevel)
    binder.bind(PageSettings.init).from(.pageSize, .unqualified)
    binder.bind(LineBreakStyle.self, to: invocation.configuration.lineBreaks)
    binder.bind(TimeText.init)

    if let calls {
      binder.decorate((any NoteRepository).self) { (repository: any NoteRepository) in
        InterceptedNoteRepository(repository, by: calls)
      }
    }

    for feature in features where feature.composition == invocation.composition { feature.bind(&binder) }
  }
}
