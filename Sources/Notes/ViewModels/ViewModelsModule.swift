import NotesDomain
package import Wiring

/// The view-models. Each screen has one of its own.
package struct ViewModelsModule: Module {
  /// Creates the module.
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.requires((any NoteRepository).self)
    binder.requires((any LinkIndex).self)
    binder.requires((any ListedNotes).self)
    binder.requires((any MarkdownFolder).self)
    binder.requires((any ArchiveUnpacker).self)
    binder.requires((any DraftStore).self)
    binder.requires((any ExternalEditor).self)
    binder.requires((any FuzzyFinder).self)
    binder.requires((any NoteIDGenerator).self)
    binder.requires((any WallClock).self)
    binder.requires((any TimeZoneOffsets).self)
    binder.requires(SavedSearches.self)
    binder.requires((any Synchronizer).self)
    binder.requires((any ChangeWatch).self)
    binder.requires((any AccountClient).self)
    binder.requires((any CredentialStore).self)
    binder.requires((any ConflictStore).self)
    binder.requires((any NoteHistory).self)
    binder.requires((any Clock<Duration>).self)
    binder.requires((any Randomness).self)
    binder.requires((any BlobStore).self)
    binder.requires((any FileAccess).self)

    binder.bind(NoteFinder.init)
    binder.bind(QueryReader.init)
    binder.bind(RowMaker.init)
    binder.bind(LinkMender.init)
    binder.bind(main: NoteListViewModel.init)
    binder.bind(main: SearchViewModel.init)
    binder.bind(main: NoteViewModel.init)
    binder.bind(main: MergeViewModel.init)
    binder.bind(main: PickViewModel.init)
    binder.bind(main: CompletionViewModel.init)
    binder.bind(main: LinksViewModel.init)
    binder.bind(main: TagsViewModel.init)
    binder.bind(main: NotebooksViewModel.init)
    binder.bind(main: PurgeViewModel.init)
    binder.bind(BlobTransfer.init)
    binder.bind(main: AttachmentsViewModel.init)
    binder.bind(main: EditorViewModel.init)
    binder.bind(main: DraftsViewModel.init)
    binder.bind(DocumentImporter.init)
    binder.bind(main: ImportViewModel.init)
    binder.bind(main: ExportViewModel.init)
    binder.bind(main: StatisticsViewModel.init)
    binder.bind(main: SyncViewModel.init)
    binder.bind(main: AccountViewModel.init)
    binder.bind(ConflictFinder.init)
    binder.bind(main: ConflictsViewModel.init)
    binder.bind(VersionFinder.init)
    binder.bind(main: HistoryViewModel.init)
    binder.bind(main: DiffViewModel.init)
    binder.bind(main: UndoViewModel.init)
  }
}
