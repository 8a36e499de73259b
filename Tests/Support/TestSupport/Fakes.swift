package import NotesDomain
package import NotesFronts

/// The fakes of all ports, which share their state, with predictable identifiers and times.
///
/// ```swift
/// let fakes = Fakes()
/// let graph = try Plan(EditorViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]).build()
/// fakes.wallClock.advance(by: .seconds(1))
/// ```
package struct Fakes: Sendable {
  /// The notes with their sync state and history.
  package let repository: InMemoryNoteRepository
  /// The content of attachments.
  package let blobs: InMemoryBlobStore
  /// Files outside of the store.
  package let files = InMemoryFiles()
  /// The folders of Markdown files.
  package let markdownFolder = InMemoryMarkdownFolder()
  /// The changes of these folders.
  package let folderObserver: FakeFolderObserver
  /// The parser of documents.
  package let documents = LineDocumentParser()
  /// The exports of other programs.
  package let archives: InMemoryArchiveUnpacker
  /// The configuration files.
  package let configuration = InMemoryConfigurationFiles()
  /// The templates of new notes.
  package let templates = InMemoryNoteTemplates()
  /// The last list.
  package let listed = InMemoryListedNotes()
  /// The saved searches.
  package var searches = SavedSearches()
  /// The time of day.
  package let wallClock = FixedClock()
  /// The ids of new notes.
  package let ids = SequentialNoteIDGenerator()
  /// The source of random bits.
  package let randomness = SeededRandomness()
  /// The drafts.
  package let drafts: InMemoryDraftStore
  /// The editor.
  package let editor: ScriptedEditor
  /// The fuzzy finder. There is none, unless a test sets one.
  package var fuzzyFinder = ScriptedFuzzyFinder(isAvailable: false)
  /// The transport to a vault.
  package let transport = FakeTransport()
  /// The transport of blobs.
  package let blobTransport = FakeBlobTransport()
  /// The synchronizer.
  package let synchronizer: FakeSynchronizer
  /// The life of the app.
  package let lifecycle: FakeAppLifecycle
  /// The watch for changes.
  package let changes: FakeChangeWatch
  /// The credentials of this device.
  package let credentials = InMemoryCredentialStore()
  /// The encryption of the vault.
  package let encryption = FakeVaultEncryption()
  /// What this device knows of encrypted vaults.
  package let encryptionStore = InMemoryEncryptionStore()
  /// The client of a server's accounts.
  package let accounts: FakeAccountClient
  /// The vaults of a server.
  package let serverStore = InMemoryServerStore()
  /// The accounts of a server, with those vaults.
  package let accountStore: InMemoryAccountStore
  /// The password hasher.
  package let hasher = FastPasswordHasher()
  /// The clock of durations and sleeps.
  package let clock = ManualClock()
  /// The administration of the accounts.
  package let administration: FakeAccountAdministration
  /// The log of the accounts.
  package let audit = InMemoryAuditStore()
  /// The maintenance of the server's store.
  package let maintenance: InMemoryServerMaintenance
  /// The maintenance of this device's store.
  package let storeMaintenance: InMemoryStoreMaintenance
  /// The checks of this device's store.
  package let inspector = FakeStoreInspector()
  /// The move of the server's store.
  package let mover: InMemoryServerStoreMover

  /// The server in this process.
  package let host = FakeSyncHost()
  /// The front in a browser.
  package let webHost = FakeWebHost()
  /// The browser.
  package let browser = FakeBrowserOpener()
  /// The health check of servers.
  package let probe = FakeServerProbe()

  /// Creates the fakes.
  ///
  /// - Parameters:
  ///   - notes: The notes of the store.
  ///   - failure: The error that the editor throws after it has saved; `nil` for none.
  ///   - typing: The edit of a text. The default changes nothing.
  package init(
    notes: [Note] = [], editorFailing failure: EditorError? = nil,
    typing: @escaping @Sendable (String) -> String = { $0 }
  ) {
    repository = InMemoryNoteRepository(notes, wallClock: wallClock)
    blobs = InMemoryBlobStore(notes: repository)
    folderObserver = FakeFolderObserver(markdownFolder)
    archives = InMemoryArchiveUnpacker(folder: markdownFolder, files: files)
    drafts = InMemoryDraftStore()
    synchronizer = FakeSynchronizer(wallClock: wallClock)
    changes = FakeChangeWatch(clock: clock)
    lifecycle = FakeAppLifecycle(clock: clock)
    accounts = FakeAccountClient(randomness: randomness, wallClock: wallClock)
    accountStore = InMemoryAccountStore(vaults: serverStore)
    administration = FakeAccountAdministration(
      accounts: accountStore, vaults: serverStore, hasher: hasher, randomness: randomness, wallClock: wallClock)
    mover = InMemoryServerStoreMover(
      source: InMemoryServerStoreMover.Server(vaults: serverStore, accounts: accountStore, audit: audit))
    maintenance = InMemoryServerMaintenance(vaults: serverStore, accounts: accountStore, randomness: randomness)
    storeMaintenance = InMemoryStoreMaintenance(notes: repository, blobs: blobs, randomness: randomness)
    editor = ScriptedEditor(drafts: drafts, failing: failure, change: typing)
  }
}
