import NotesBenchmarkCorpus
import NotesDomain
import NotesEncryption
import NotesHosting
import NotesNetwork
import NotesPersistence
import NotesServer
import NotesSync
import Wiring

/// A device with its store, and a connection to a server whose store is a file too, all in this process.
struct Device {
  let repository: any NoteRepository
  let administration: any VaultAdministration
  private let synchronizer: any Synchronizer
  private let encryption: any VaultEncryption
  private let credentials: any CredentialStore

  init(_ name: String, in folder: String) async throws {
    let modules: [any Module] = [
      PersistenceModule(), SyncModule(), EncryptionModule(), NetworkModule(), ServerModule(), ServerPersistenceModule(),
      Places(device: "\(folder)/\(name)/notes.sqlite", server: "\(folder)/server.sqlite"),
    ]
    let graph = try Plan(Parts.self, modules: [PartsModule()] + modules).build()
    repository = graph.root.repository
    synchronizer = graph.root.synchronizer
    administration = graph.root.administration
    encryption = graph.root.encryption
    credentials = graph.root.credentials
  }

  /// Syncs.
  ///
  /// - Returns: The summary.
  @discardableResult
  func sync() async throws -> SyncSummary {
    try await synchronizer.synchronize(SyncRequest(), progress: { _ in })
  }

  /// Encrypts the vault, or gives this device the key of one that is encrypted.
  func encrypt() async throws {
    guard let passphrase = Passphrase("the passphrase of a benchmark"), let account = AccountName("bench"),
      let token = DeviceToken(bytes: [UInt8](repeating: 0, count: DeviceToken.count))
    else { return }
    try await credentials.save(
      Credentials(
        server: try ServerAddress("https://notes.example.org"), account: account, vault: .main,
        device: SignedInDeviceID(bits: 1), token: token))
    if try await encryption.status().keys == .none {
      _ = try await encryption.enable(with: passphrase)
    } else {
      try await encryption.unlock(by: .passphrase(passphrase))
    }
  }

  /// Writes new notes.
  ///
  /// - Returns: The number of bytes of their text.
  func fill(_ count: Int, from corpus: inout Corpus) async throws -> Int {
    var bytes = 0
    for start in stride(from: 0, to: count, by: 1000) {
      let notes = corpus.next(min(1000, count - start))
      bytes += notes.reduce(0) { $0 + $1.body.utf8.count }
      try await repository.insert(notes)
    }
    return bytes
  }

  /// Adds a line to a note.
  func edit(_ id: NoteID, round: Int) async throws {
    _ = try await repository.update(id) { note in
      note.body += "\nround \(round)"
      note.modified.millisecondsSince1970 += 1
    }
  }
}

/// The objects that the benchmark resolves.
struct Parts {
  let repository: any NoteRepository
  let synchronizer: any Synchronizer
  let administration: any VaultAdministration
  let encryption: any VaultEncryption
  let credentials: any CredentialStore
}

struct PartsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Parts.init)
    binder.bind((any VaultTransport).self) { (mock: any VaultTransport) in mock }.named(.server).from(.mock)
  }
}

/// The paths of the stores.
struct Places: Module {
  let device: String
  let server: String

  func configure(_ binder: inout Binder) {
    binder.bind(StoreSettings.self, to: StoreSettings(path: device))
    binder.bind(InspectedFiles.self, to: InspectedFiles())
    binder.bind(NetworkSettings.self, to: NetworkSettings(mockNetwork: server))
    binder.bind(ServerStoreSettings.self, to: ServerStoreSettings(path: server))
  }
}
