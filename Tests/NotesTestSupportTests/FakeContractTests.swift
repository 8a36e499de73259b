import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@Suite("The fakes fulfill their contracts")
struct FakeContractTests {
  @Test("The nodes in memory fulfill the contract of their port", arguments: NodeMessengerContract.clauses)
  func nodes(_ clause: NodeMessengerContract.Clause) async throws {
    let nodes = InMemoryNodes()
    try await clause.check(NodeMessengerContract.Subject(first: nodes.messenger(1), second: nodes.messenger(2)))
  }

  @Test("The stores of a server's nodes", arguments: ServerNodesContract.clauses)
  func nodeStores(_ clause: ServerNodesContract.Clause) async throws {
    let stores = InMemoryServerStoreMover.Server().stores
    try await clause.check([stores, stores])
  }

  @Test("The move of a server's store", arguments: ServerStoreMoverContract.clauses)
  func mover(_ clause: ServerStoreMoverContract.Clause) async throws {
    let source = InMemoryServerStoreMover.Server()
    let mover = InMemoryServerStoreMover(source: source)
    try await clause.check(
      ServerStoreMoverContract.Subject(mover: mover, source: source.stores, target: mover.target.stores))
  }

  @Test("The lock of a server's store", arguments: ServerStoreLockContract.clauses)
  func storeLock(_ clause: ServerStoreLockContract.Clause) async throws {
    let lock = InMemoryServerStoreLock()
    try await clause.check(ServerStoreLockContract.Subject(lock: lock) { try lock.open() })
  }

  @Test("The maintenance of a device's store", arguments: StoreMaintenanceContract.clauses)
  func storeMaintenance(_ clause: StoreMaintenanceContract.Clause) async throws {
    let fakes = Fakes()
    let store = DeviceStore(fakes.repository, blobs: fakes.blobs, wallClock: fakes.wallClock)
    try await clause.check(
      StoreMaintenanceContract.Subject(maintenance: fakes.storeMaintenance, folder: "/folder") { body in
        try await body(store)
      })
  }

  @Test("The store", arguments: NoteRepositoryContract.clauses)
  func store(_ clause: NoteRepositoryContract.Clause) async throws {
    try await clause.check(InMemoryNoteRepository())
  }

  @Test("The names and links", arguments: LinkIndexContract.clauses)
  func links(_ clause: LinkIndexContract.Clause) async throws {
    let store = InMemoryNoteRepository()
    try await clause.check(LinkIndexContract.Store(notes: store, links: store))
  }

  @Test("The life of an app", arguments: AppLifecycleContract.clauses)
  func lifecycle(_ clause: AppLifecycleContract.Clause) async throws {
    let lifecycle = FakeAppLifecycle()
    try await clause.check(
      AppLifecycleContract.Subject(lifecycle) { isConnected in
        lifecycle.change { $0.isNetworkReachable = isConnected }
      })
  }

  @Test("The changes of the store", arguments: StoreObserverContract.clauses)
  func changes(_ clause: StoreObserverContract.Clause) async throws {
    let store = InMemoryNoteRepository()
    try await clause.check(StoreObserverContract.Subject(observer: store, notes: store, others: store))
  }

  @Test("The folders of Markdown files", arguments: MarkdownFolderContract.clauses)
  func vault(_ clause: MarkdownFolderContract.Clause) async throws {
    try await clause.check(MarkdownFolderContract.Subject(vault: InMemoryMarkdownFolder(), directory: "/vault"))
  }

  @Test("The parser of documents", arguments: MarkdownDocumentParserContract.clauses)
  func documents(_ clause: MarkdownDocumentParserContract.Clause) async throws {
    try await clause.check(LineDocumentParser())
  }

  @Test("The templates", arguments: NoteTemplateStoreContract.clauses)
  func templates(_ clause: NoteTemplateStoreContract.Clause) async throws {
    let templates = InMemoryNoteTemplates()
    try await clause.check(NoteTemplateStoreContract.Subject(templates: templates) { templates.texts[$0] = $1 })
  }

  @Test("The changes of folders", arguments: FolderObserverContract.clauses)
  func folders(_ clause: FolderObserverContract.Clause) async throws {
    let folder = InMemoryMarkdownFolder()
    folder.addFolder("/vault")
    let observer = FakeFolderObserver(folder)
    try await clause.check(
      FolderObserverContract.Subject(observer, directory: "/vault") { path in
        folder.add(
          MarkdownDocument(path: path, fileModified: FixedClock.start, body: "x", digest: ContentDigest(value: 1)),
          in: "/vault")
        observer.tell()
      })
  }

  @Test("The configuration files", arguments: ConfigurationFilesContract.clauses)
  func configuration(_ clause: ConfigurationFilesContract.Clause) async throws {
    let files = InMemoryConfigurationFiles()
    let path = "/home/ada/.config/notesctl/config.yaml"
    try await clause.check(ConfigurationFilesContract.Subject(files: files, path: path) { files.files[path] = $0 })
  }

  @Test("The files outside of the store", arguments: FileAccessContract.clauses)
  func files(_ clause: FileAccessContract.Clause) async throws {
    try await clause.check(FileAccessContract.Subject(files: InMemoryFiles(), folder: "/folder"))
  }

  @Test("What a device knows of encrypted vaults", arguments: EncryptionStoreContract.clauses)
  func encryption(_ clause: EncryptionStoreContract.Clause) async throws {
    try await clause.check(InMemoryEncryptionStore())
  }

  @Test("The cipher of a vault", arguments: VaultCipherContract.clauses)
  func vaultCipher(_ clause: VaultCipherContract.Clause) async throws {
    try await clause.check(FakeVaultCipher())
  }

  @Test("The cipher of keyrings", arguments: KeyringCipherContract.clauses)
  func keyringCipher(_ clause: KeyringCipherContract.Clause) async throws {
    try await clause.check(FakeKeyringCipher())
  }

  @Test("The drafts", arguments: DraftStoreContract.clauses)
  func drafts(_ clause: DraftStoreContract.Clause) async throws {
    try await clause.check(InMemoryDraftStore())
  }

  @Test("The server's store", arguments: ServerStoreContract.clauses)
  func serverStore(_ clause: ServerStoreContract.Clause) async throws {
    try await clause.check(InMemoryServerStore())
  }

  @Test("The server's accounts", arguments: AccountStoreContract.clauses)
  func accounts(_ clause: AccountStoreContract.Clause) async throws {
    let fakes = Fakes()
    try await clause.check(AccountStoreContract.Subject(accounts: fakes.accountStore, vaults: fakes.serverStore))
  }

  @Test("The log of the accounts", arguments: AuditStoreContract.clauses)
  func audit(_ clause: AuditStoreContract.Clause) async throws { try await clause.check(InMemoryAuditStore()) }

  @Test("The account administration", arguments: AccountAdministrationContract.clauses)
  func administration(_ clause: AccountAdministrationContract.Clause) async throws {
    let fakes = Fakes()
    try await clause.check(
      AccountAdministrationContract.Subject(
        administration: fakes.administration, accounts: fakes.accountStore, vaults: fakes.serverStore))
  }

  @Test("The server maintenance", arguments: ServerMaintenanceContract.clauses)
  func maintenance(_ clause: ServerMaintenanceContract.Clause) async throws {
    let fakes = Fakes()
    let store = AccountStoreContract.Subject(accounts: fakes.accountStore, vaults: fakes.serverStore)
    try await clause.check(
      ServerMaintenanceContract.Subject(maintenance: fakes.maintenance, folder: "/server") { body in
        try await body(store)
      })
  }

  @Test("The password hasher", arguments: PasswordHasherContract.clauses)
  func hasher(_ clause: PasswordHasherContract.Clause) async throws {
    try await clause.check(FastPasswordHasher())
  }

  @Test("The sync transport", arguments: SyncTransportContract.clauses)
  func transport(_ clause: SyncTransportContract.Clause) async throws {
    try await clause.check(FakeTransport())
  }

  @Test("The sync store", arguments: SyncStoreContract.clauses)
  func sync(_ clause: SyncStoreContract.Clause) async throws {
    try await clause.check(device())
  }

  @Test("The history", arguments: NoteHistoryContract.clauses)
  func history(_ clause: NoteHistoryContract.Clause) async throws {
    try await clause.check(device())
  }

  @Test("The conflicts", arguments: ConflictStoreContract.clauses)
  func conflicts(_ clause: ConflictStoreContract.Clause) async throws {
    try await clause.check(device())
  }

  @Test("The blob store", arguments: BlobStoreContract.clauses)
  func blobs(_ clause: BlobStoreContract.Clause) async throws {
    try await clause.check(device())
  }

  private func device() -> DeviceStore {
    let wallClock = FixedClock()
    return DeviceStore(InMemoryNoteRepository(wallClock: wallClock), wallClock: wallClock)
  }
}
