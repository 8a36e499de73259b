import NotesDomain
import NotesViewModels
package import Wiring
import WiringDefinitions

/// The module of the command line: the screens of the commands, and the console.
///
/// ``CommandLineInterface`` adds it to the modules of the program, since only that has the console and the invocation.
package struct CLIModule: Module {
  let invocation: Invocation
  let console: any Console
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
    binder.bind(TimeText.init)

    if let calls {
      binder.decorate((any NoteRepository).self) { (repository: any NoteRepository) in
        InterceptedNoteRepository(repository, by: calls)
      }
    }

    switch invocation.composition {
    case .device: configureDevice(&binder)
    case .web: screen(WebCommand.Screen.init, &binder)
    case .server: configureServer(&binder)
    }
  }

  private func configureDevice(_ binder: inout Binder) {
    binder.bind(FormatWriter.init)
    screen(AddCommand.Screen.init, &binder)
    screen(TodayCommand.Screen.init, &binder)
    screen(ListCommand.Screen.init, &binder)
    screen(SearchCommand.Screen.init, &binder)
    screen(ShowCommand.Screen.init, &binder)
    screen(EditCommand.Screen.init, &binder)
    screen(NoteChangeScreen.init, &binder)
    screen(MergeCommand.Screen.init, &binder)
    screen(PickCommand.Screen.init, &binder)
    screen(CompleteCommand.Screen.init, &binder)
    screen(LinkScreen.init, &binder)
    screen(DraftsScreen.init, &binder)
    screen(ConfigScreen.init, &binder)
    screen(TagsScreen.init, &binder)
    screen(NotebooksScreen.init, &binder)
    screen(PurgeCommand.Screen.init, &binder)
    screen(AttachmentScreen.init, &binder)
    screen(ImportCommand.Screen.init, &binder)
    screen(ExportCommand.Screen.init, &binder)
    screen(StatsCommand.Screen.init, &binder)
    screen(StoreScreen.init, &binder)
    screen(DoctorCommand.Screen.init, &binder)
    screen(GraphCommand.Screen.init, &binder)
    screen(SyncNowCommand.Screen.init, &binder)
    screen(SyncStatusCommand.Screen.init, &binder)
    screen(SyncWatchCommand.Screen.init, &binder)
    screen(LoginCommand.Screen.init, &binder)
    screen(AccountScreen.init, &binder)
    screen(EncryptionScreen.init, &binder)
    screen(ConflictsScreen.init, &binder)
    screen(HistoryCommand.Screen.init, &binder)
    screen(DiffCommand.Screen.init, &binder)
    screen(UndoCommand.Screen.init, &binder)
  }

  private func configureServer(_ binder: inout Binder) {
    screen(ServeCommand.Screen.init, &binder)
    screen(ServerUserScreen.init, &binder)
    screen(ServerStoreScreen.init, &binder)
    screen(ServerMoveCommand.Screen.init, &binder)
    screen(ServerPurgeCommand.Screen.init, &binder)
    screen(ServerHealthCommand.Screen.init, &binder)
    screen(ServerAuditCommand.Screen.init, &binder)
  }

  private func screen<Screen, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) -> Screen, _ binder: inout Binder,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    binder.bind(Screen.self, make, file: file, line: line, column: column)
    binder.root(Screen.self, file: file, line: line, column: column)
  }
}
