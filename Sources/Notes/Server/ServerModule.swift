package import NotesDomain
import NotesHosting
package import Wiring

/// The bindings of a sync server, for its devices and its operator.
package struct ServerModule: Module {
  private let settings: ServerSettings

  package init(_ settings: ServerSettings = ServerSettings()) { self.settings = settings }

  package func configure(_ binder: inout Binder) {
    // A default, which settings from a configuration file replace.
    binder.bind(ServerSettings.self) { [settings] in settings }.byDefault()
    // A store that several processes share has its own.
    binder.bind((any NodeMessenger).self) { SoleNode() }.byDefault()
    binder.bind((any DatabaseMonitor).self) { SoleNode() }.byDefault()
    binder.bind(ServerRules.init)
    binder.bind((any SyncService).self, SyncServer.init).scoped(.singleton)
    binder.bind((any BlobService).self, BlobServer.init).scoped(.singleton)
    binder.bind((any VaultAdministration).self, VaultAdministrator.init).scoped(.singleton)
  }
}

/// The limits of a server.
package struct ServerSettings: Sendable, Hashable {
  /// The maximum number of changes in one batch.
  package var maximumChanges = 1000
  /// The maximum number of payload bytes in a batch of several changes. A single change is checked by itself, so that the
  /// device learns which item is too large.
  package var maximumBatchBytes = 16_000_000
  /// The maximum number of payload bytes of one item. Devices create few above approximately 10 MB: a note with the maximum of
  /// everything in an encrypted vault, which is refused.
  package var maximumItemBytes = 12_000_000
  /// The maximum number of references to blobs in a batch of several changes, each of which takes a query and a row.
  package var maximumBatchReferences = Attachment.maximumCount
  /// The maximum number of bytes of one blob.
  package var maximumBlobBytes = 512_000_000
  /// The limits of one vault.
  package var budget = VaultBudget()
  /// Whether a vault exists only as long as its account. Otherwise the first request creates it.
  package var vaultsNeedAccounts = false
  /// The maximum number of items in one page.
  package var maximumPageItems = 1000
  /// The approximate maximum number of payload bytes in one page; a larger item is sent alone. A thousand notes of usual
  /// size take as many, and larger pages would keep a thread and slow connections for longer.
  package var pageBytes = 1_000_000

  package init() {}
}
