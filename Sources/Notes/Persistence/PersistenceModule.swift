import NotesDomain
package import Wiring

/// The layer's face: everything that this machine keeps for us: notes in SQLite, folders of Markdown, drafts, the time.
///
/// The types that do it are internal; whoever wires the layer knows this module, its settings, and the domain's ports.
package struct PersistenceModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the adapters.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires(StoreSettings.self)
    binder.requires(DraftSettings.self)
    binder.requires(CredentialSettings.self)

    binder.bind((any WallClock).self, SystemClock.init).scoped(.singleton)
    binder.bind((any MonotonicClock).self, SystemMonotonicClock.init).scoped(.singleton)
    binder.bind((any NoteIDGenerator).self, TimeOrderedNoteIDGenerator.init).scoped(.singleton)
    binder.bind((any Randomness).self, SystemRandomness.init).scoped(.singleton)
    binder.bind((any Sleeper).self, SystemSleeper.init).scoped(.singleton)
    binder.bind(NoteSchema.init)
    binder.bind(NoteDatabase.init).scoped(.singleton).external("the store on the disk")
    binder.bind(NoteJournal.init).scoped(.singleton)
    // Opened by the first command that asks it something: an editor, or a usage error, comes before that.
    binder.bind((any NoteRepository).self, SQLiteNoteRepository.init(journal:)).scoped(.singleton)
      .lazy(LazyNoteRepository.self)
    binder.bind(LazyNoteDatabase.init)
    binder.bind((any SyncStore).self, SQLiteSyncStore.init).scoped(.singleton)
    binder.bind((any NoteHistory).self, SQLiteNoteHistory.init).scoped(.singleton)
    binder.bind((any ConflictStore).self, SQLiteConflictStore.init).scoped(.singleton)
    binder.bind((any BlobStore).self, SQLiteBlobStore.init).scoped(.singleton)
    binder.bind((any MarkdownFolder).self, MarkdownVault.init).scoped(.singleton)
    binder.bind((any FileAccess).self, DiskFiles.init).scoped(.singleton)
    binder.bind((any DraftStore).self, FileDraftStore.init).scoped(.singleton)
    binder.bind((any CredentialStore).self, FileCredentialStore.init).scoped(.singleton)
  }
}
