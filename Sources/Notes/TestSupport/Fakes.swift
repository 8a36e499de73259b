public import NotesDomain

/// One fake for every port, working together: drafts that the editor edits, ids and times that a test can tell in advance.
///
/// ```swift
/// let fakes = Fakes()
/// let graph = try Plan(EditorViewModel.self, modules: [ViewModelsModule(), FakesModule(fakes)]).build()
/// fakes.clock.advance(byMilliseconds: 1000)
/// ```
public struct Fakes: Sendable {
  /// The store: the notes, with what sync and history keep beside them.
  public let repository: InMemoryNoteRepository
  /// The bytes of its attachments.
  public let blobs: InMemoryBlobStore
  /// Files outside of the store.
  public let files = InMemoryFiles()
  /// The folders of Markdown.
  public let vault = InMemoryVault()
  /// The clock.
  public let clock = FixedClock()
  /// The ids of new notes.
  public let ids = SequentialNoteIDGenerator()
  /// Where chance comes from.
  public let randomness = SeededRandomness()
  /// Who waits.
  public let sleeper = RecordingSleeper()
  /// The drafts.
  public let drafts: InMemoryDraftStore
  /// The editor.
  public let editor: ScriptedEditor
  /// The way to a vault.
  public let transport = FakeTransport()
  /// The way to the vault's blobs.
  public let blobTransport = FakeBlobTransport()
  /// What brings the store and the vault together, in name.
  public let synchronizer: FakeSynchronizer
  /// What tells when there is something to sync.
  public let changes: FakeChangeWatch
  /// What this device needs to speak to its server.
  public let credentials = InMemoryCredentialStore()
  /// The way to a server's accounts.
  public let accounts: FakeAccountClient
  /// The vaults of a server.
  public let serverStore = InMemoryServerStore()
  /// The accounts of a server, with those vaults.
  public let accountStore: InMemoryAccountStore
  /// What recognizes passwords.
  public let hasher = QuickPasswordHasher()
  /// What measures how long something takes.
  public let stopwatch = FixedMonotonicClock()
  /// The work of a server's operator on those accounts.
  public let administration: FakeAccountAdministration
  /// The work of a server's operator on the store as a whole.
  public let maintenance: InMemoryServerMaintenance

  /// A server in this process, in name.
  public let host = FakeSyncHost()
  /// Servers that can be asked how they are.
  public let probe = FakeServerProbe()

  /// Creates the fakes.
  ///
  /// - Parameters:
  ///   - notes: What the store holds.
  ///   - failure: What the editor ends with, after it has saved; `nil` for an editor that ends well.
  ///   - typing: What the person does to a text in the editor. The default leaves it as it is.
  public init(
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
