import NotesDomain
package import Wiring

/// The view-models. Each screen has one of its own.
package struct ViewModelsModule: Module {
  /// Creates the module.
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(NoteFinder.init)
    binder.bind(QueryReader.init)
    binder.bind(RowMaker.init)
    binder.bind(TemplateReader.init)
    binder.bind(NoteStarter.init)
    binder.bind(DraftEditing.init)
    binder.bind(EditedNoteSaver.init)
    binder.bind(ConflictFinder.init)
    binder.bind(VersionFinder.init)
    binder.bind(SyncPermission.init)
    binder.contribute(to: (any DoctorCheck).self, DraftCheck.init)
    binder.contribute(to: (any DoctorCheck).self, ServerCheck.init)
    bindViewModels(binder.main)
  }

  /// Binds the view-models, which are created on the main actor. The fronts, which run on any thread, call them by `await`.
  private func bindViewModels(_ binder: MainActorBinder) {
    binder.bind(NoteListViewModel.init).sendable()
    binder.bind(SearchViewModel.init).sendable()
    binder.bind(NoteTextsViewModel.init).sendable()
    binder.bind(NoteViewModel.init).sendable()
    binder.bind(MergeViewModel.init).sendable()
    binder.bind(PickViewModel.init).sendable()
    binder.bind(CompletionViewModel.init).sendable()
    binder.bind(LinksViewModel.init).sendable()
    binder.bind(TagsViewModel.init).sendable()
    binder.bind(NotebooksViewModel.init).sendable()
    binder.bind(PurgeViewModel.init).sendable()
    binder.bind(AttachmentsViewModel.init).sendable()
    binder.bind(EditorViewModel.init).sendable()
    binder.bind(DraftsViewModel.init).sendable()
    binder.bind(ConfigurationViewModel.init).sendable()
    binder.bind(ImportViewModel.init).sendable()
    binder.bind(ExportViewModel.init).sendable()
    binder.bind(MirrorViewModel.init).sendable()
    binder.bind(StatisticsViewModel.init).sendable()
    binder.bind(StoreViewModel.init).sendable()
    binder.bind(DoctorViewModel.init).sendable()
    binder.bind(SyncViewModel.init).sendable()
    binder.bind(AccountViewModel.init).sendable()
    binder.bind(ConflictsViewModel.init).sendable()
    binder.bind(HistoryViewModel.init).sendable()
    binder.bind(DiffViewModel.init).sendable()
    binder.bind(UndoViewModel.init).sendable()
  }
}
