import NotesDomain
public import Wiring

/// The layer's face: every view-model, and what it needs from elsewhere.
public struct ViewModelsModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the view-models. Each screen gets one of its own.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any NoteRepository).self)
    binder.requires((any Vault).self)
    binder.requires((any DraftStore).self)
    binder.requires((any ExternalEditor).self)
    binder.requires((any NoteIDGenerator).self)
    binder.requires((any WallClock).self)

    binder.bind(NoteFinder.init)
    binder.bind(NoteListViewModel.init)
    binder.bind(SearchViewModel.init)
    binder.bind(NoteViewModel.init)
    binder.bind(PurgeViewModel.init)
    binder.bind(EditorViewModel.init)
    binder.bind(ImportViewModel.init)
    binder.bind(ExportViewModel.init)
    binder.bind(StatisticsViewModel.init)
  }
}
