package import NotesDomain

/// One fake for every port, working together: drafts that the editor edits, ids and times that a test can tell in advance.
///
/// ```swift
/// let fakes = Fakes()
/// let graph = try Plan(EditorViewModel.self, modules: [ViewModelsModule(), FakesModule(fakes)]).build()
/// fakes.clock.advance(byMilliseconds: 1000)
/// ```
package struct Fakes: Sendable {
  /// The store: the notes, with what sync and history keep beside them.
  package let repository: InMemoryNoteRepository
  /// The bytes of its attachments.
  package let blobs: InMemoryBlobStore
  /// Files outside of the store.
  package let files = InMemoryFiles()
  /// The folders of Markdown.
  package let vault = InMemoryMarkdownFolder()
  /// The clock.
  package let clock = FixedClock()
  /// The ids of new notes.
  package let ids = SequentialNoteIDGenerator()
  /// Where chance comes from.
  package let randomness = SeededRandomness()
  /// Who waits.
  package let sleeper = RecordingSleeper()
  /// The drafts.
  package let drafts: InMemoryDraftStore
  /// The editor.
  package let editor: ScriptedEditor
  /// The way to a vault.
  package let transport = FakeTransport()
  /// The way to the vault's blobs.
  package let blobTransport = FakeBlobTransport()
  /// What brings the store and the vault together, in name.
  package let synchronizer: FakeSynchronizer
  /// What tells when there is something to sync.
  package let changes: FakeChangeWatch
  /// What this device needs to speak to its server.
  package let credentials = InMemoryCredentialStore()
  /// The way to a server's accounts.
  package let accounts: FakeAccountClient
  /// The vaults of a server.
  package let serverStore = InMemoryServerStore()
  /// The accounts of a server, with those vaults.
  package let accountStore: InMemoryAccountStore
  /// What recognizes passwords.
  package let hasher = FastPasswordHasher()
  /// What measures how long something takes.
  package let stopwatch = FixedMonotonicClock()
  /// The work of a server's operator on those accounts.
  package let administration: FakeAccountAdministration
  /// The work of a server's operator on the store as a whole.
  package let maintenance: InMemoryServerMaintenance

  /// A server in this process, in name.
  package let host = FakeSyncHost()
  /// Servers that can be asked how they are.
  package let probe = FakeServerProbe()

  /// Creates the fakes.
  ///
  /// - Parameters:
  ///   - notes: What the store holds.
  ///   - failure: What the editor ends with, after it has saved; `nil` for an editor that ends well.
  ///   - typing: What the person does to a text in the editor. The default leaves it as it is.
  package init(
    notes: [Note] = [], editorFailing failure: EditorError? = nil,
    typing: @escaping @Sendable (String) -> String = { $0 }
  ) {
    repository = InMemoryNoteRepository(notes, clock: clock)
    blobs = InMemoryBlobStore(notes: repository)
    drafts = InMemoryDraftStore()
    synchronizer = FakeSynchronizer(clock: clock)
    changes = FakeChangeWatch(sleeper: sleeper)
    accounts = FakeAccountClient(randomness: randomness, clock: clock)
    accountStore = InMemoryAccountStore(vaults: serverStore)
    administration = FakeAccountAdministration(
      accounts: accountStore, vaults: serverStore, hasher: hasher, randomness: randomness, clock: clock)
    maintenance = InMemoryServerMaintenance(vaults: serverStore, accounts: accountStore, randomness: randomness)
    editor = ScriptedEditor(drafts: drafts, failing: failure, change: typing)
  }
}
