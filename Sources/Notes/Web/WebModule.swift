import NotesDomain
import NotesFronts
import NotesViewModels
package import Wiring

/// The module of the front in a browser: its screens, each in the scope of a request, and the host that serves them.
///
/// It is added to the modules of a device: the same view-models, on the same store.
package struct WebModule: Module {
  package init() {}

  /// Binds the screens, and the host.
  package func configure(_ binder: inout Binder) {
    binder.bind(WebSession.init).scoped(.singleton)
    binder.bind(Templates.init).scoped(.singleton)
    binder.main.bind(SidebarCache.init).sendable().scoped(.singleton)
    binder.main.bind(BackgroundSync.init).sendable().scoped(.singleton)
    binder.bind(LiveChanges.init)
    binder.bind((any WebHost).self, LocalWebHost.init)

    binder.scope(.webRequest)
    binder.bind(PageLayout.init).scoped(in: .webRequest)
    binder.screen(ListScreen.init)
    binder.screen(SearchScreen.init)
    binder.screen(GoScreen.init)
    binder.screen(NewNoteScreen.init)
    binder.screen(AddNoteScreen.init)
    binder.screen(NoteScreen.init)
    binder.screen(EditNoteScreen.init)
    binder.screen(SaveNoteScreen.init)
    binder.screen(ChangeNoteScreen.init)
    binder.screen(AttachScreen.init)
    binder.screen(AttachmentScreen.init)
    binder.screen(DetachScreen.init)
    binder.screen(NoteHistoryScreen.init)
    binder.screen(VersionScreen.init)
    binder.screen(RestoreVersionScreen.init)
    binder.screen(HistoryScreen.init)
    binder.screen(UndoScreen.init)
    binder.screen(ConflictsScreen.init)
    binder.screen(ConflictScreen.init)
    binder.screen(ResolveConflictScreen.init)
    binder.bind(PurgePageLoader.init).scoped(in: .webRequest)
    binder.screen(ConfirmPurgeScreen.init)
    binder.screen(PurgeScreen.init)
    binder.screen(ConfirmEmptyTrashScreen.init)
    binder.screen(EmptyTrashScreen.init)
    binder.screen(RenameTagScreen.init)
    binder.screen(RenameNotebookScreen.init)
    binder.screen(PreviewScreen.init)
    binder.screen(HelpScreen.init)
    binder.screen(EventsScreen.init)
    binder.bind(SyncPages.init).scoped(in: .webRequest)
    binder.screen(SyncScreen.init)
    binder.screen(SyncNowScreen.init)
    binder.bind(AccountPages.init).scoped(in: .webRequest)
    binder.screen(AccountScreen.init)
    binder.screen(SignInScreen.init)
    binder.screen(SignOutScreen.init)
    binder.screen(PasswordScreen.init)
    binder.screen(DevicesScreen.init)
    binder.screen(RevokeScreen.init)
    binder.screen(GraphScreen.init)
  }
}

extension Binder {
  /// Binds a screen in the scope of a request, and adds it to the routes of the front.
  mutating func screen<Screen: WebScreen, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) -> Screen,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    bind(Screen.self, make, file: file, line: line, column: column).scoped(in: .webRequest)
    contribute(
      to: WebScreenEntry.self,
      { (open: ScopeOpener<WebRequest, Screen>, history: any NoteHistory) in WebScreenEntry(open, history: history) },
      file: file, line: line, column: column)
  }
}
