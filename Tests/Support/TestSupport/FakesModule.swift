import NotesDomain
import NotesFronts
import NotesHosting
import NotesTransfer
package import Wiring

/// The module that binds the fakes of the ports that view-models, commands and the engine of sync use, in place of all adapters.
package struct FakesModule: Module {
  private let fakes: Fakes

  package init(_ fakes: Fakes = Fakes()) {
    self.fakes = fakes
  }

  /// Binds the fakes.
  package func configure(_ binder: inout Binder) {
    binder.bind((any NoteRepository).self, to: fakes.repository)
    binder.bind((any LinkIndex).self, to: fakes.repository)
    binder.bind((any SyncStore).self, to: fakes.repository)
    binder.bind((any StoreObserver).self, to: fakes.repository)
    binder.bind((any NoteHistory).self, to: fakes.repository)
    binder.bind((any ConflictStore).self, to: fakes.repository)
    binder.bind((any BlobStore).self, to: fakes.blobs)
    binder.bind((any StoreMaintenance).self, to: fakes.storeMaintenance)
    binder.bind((any StoreInspector).self, to: fakes.inspector)
    binder.bind((any FileAccess).self, to: fakes.files)
    binder.bind((any MarkdownFolder).self, to: fakes.markdownFolder)
    binder.bind((any MarkdownDocumentParser).self, to: fakes.documents)
    binder.bind((any ArchiveUnpacker).self, to: fakes.archives)
    binder.bind((any ListedNotes).self, to: fakes.listed)
    binder.bind((any FolderObserver).self, to: fakes.folderObserver)
    binder.bind((any ConfigurationFiles).self, to: fakes.configuration)
    binder.bind((any NoteTemplateStore).self, to: fakes.templates)
    binder.bind((any WallClock).self, to: fakes.wallClock)
    binder.bind((any TimeZoneOffsets).self, to: UTC())
    binder.bind(SavedSearches.self, to: fakes.searches)
    binder.bind((any NoteIDGenerator).self, to: fakes.ids)
    binder.bind((any Randomness).self, to: fakes.randomness)
    binder.bind((any Clock<Duration>).self, to: fakes.clock)
    binder.bind((any AppLifecycle).self, to: fakes.lifecycle)
    binder.bind((any DraftStore).self, to: fakes.drafts)
    binder.bind((any ExternalEditor).self, to: fakes.editor)
    binder.bind((any FuzzyFinder).self, to: fakes.fuzzyFinder)
    binder.bind((any SyncTransport).self, to: fakes.transport)
    binder.bind((any ChangeListener).self, to: fakes.transport)
    binder.bind((any CredentialStore).self, to: fakes.credentials)
    binder.bind((any VaultEncryption).self, to: fakes.encryption)
    binder.bind((any EncryptionStore).self, to: fakes.encryptionStore)
    binder.bind((any BlobTransport).self, to: fakes.blobTransport)
    binder.bind((any ServerStore).self, to: fakes.serverStore)
    binder.bind((any AccountStore).self, to: fakes.accountStore)
    binder.bind((any AuditStore).self, to: fakes.audit)
    binder.bind((any SyncHost).self, to: fakes.host)
    binder.bind((any HostConfiguration).self, to: fakes.host)
    binder.bind((any ServerMaintenance).self, to: fakes.maintenance)
    binder.bind((any ServerStoreMover).self, to: fakes.mover)
    // Bindings of other modules override these.
    binder.bind(LineBreakStyle.self) { .keep }.byDefault()
    binder.bind((any PasswordHasher).self) { [fakes] in fakes.hasher }.scoped(.singleton).byDefault()
    binder.bind((any AccountAdministration).self) { [fakes] in fakes.administration }.scoped(.singleton).byDefault()
    binder.bind((any AccountClient).self) { [fakes] in fakes.accounts }.scoped(.singleton).byDefault()
    binder.bind((any WebHost).self) { [fakes] in fakes.webHost }.scoped(.singleton).byDefault()
    binder.bind((any BrowserOpener).self) { [fakes] in fakes.browser }.scoped(.singleton).byDefault()
    binder.bind((any ServerProbe).self) { [fakes] in fakes.probe }.scoped(.singleton).byDefault()
    binder.bind((any ChangeWatch).self) { [fakes] in fakes.changes }.scoped(.singleton).byDefault()
    binder.bind((any Synchronizer).self) { [fakes] in fakes.synchronizer }.scoped(.singleton).byDefault()
  }
}
