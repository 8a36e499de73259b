import NotesDomain
package import Wiring

/// The layer's face: what a server does for devices, and for its operator.
package struct ServerModule: Module {
  private let settings: ServerSettings

  /// Creates the module.
  ///
  /// - Parameter settings: How much the server takes and gives at once.
  package init(_ settings: ServerSettings = ServerSettings()) {
    self.settings = settings
  }

  /// Declares the service and its rules, each of which can be replaced.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires((any ServerStore).self)
    binder.requires((any Randomness).self)
    binder.requires((any WallClock).self)

    // Gives way to settings that somebody reads from elsewhere.
    binder.bind(ServerSettings.self) { [settings] in settings }.byDefault()
    binder.bind((any AcceptanceRule).self, StandardAcceptanceRule.init)
    binder.bind((any ReceiptRule).self, StandardReceiptRule.init)
    binder.bind((any HorizonRule).self, StandardHorizonRule.init)
    binder.bind((any EpochChain).self, StandardEpochChain.init)
    binder.bind((any BatchDigest).self, SecureBatchDigest.init)
    binder.bind((any SyncService).self, SyncServer.init).scoped(.singleton)
    binder.bind((any BlobService).self, BlobServer.init).scoped(.singleton)
    binder.bind((any VaultAdministration).self, VaultAdministrator.init).scoped(.singleton)
  }
}

/// How much a server takes and gives at once.
package struct ServerSettings: Sendable, Hashable {
  /// The most changes in one batch.
  package var maximumChanges = 1000
  /// The most bytes of payload in one batch of several changes. A change that comes alone is judged by itself, so that a
  /// device learns which item it is that is too large.
  package var maximumBatchBytes = 16_000_000
  /// The most bytes of payload of one item. A device makes none above 10 MB and a little.
  package var maximumItemBytes = 12_000_000
  /// The most notes in one vault; `nil` for any number.
  package var maximumNotes: Int?
  /// The most bytes of one blob.
  package var maximumBlobBytes = 512_000_000
  /// The most bytes in one vault, of notes and blobs together; `nil` for any number.
  package var maximumVaultBytes: Int?
  /// Whether a vault is there only as long as its account is. Otherwise the first batch or question makes one.
  package var vaultsNeedAccounts = false
  /// The most items of one page, whatever is asked for.
  package var maximumPageItems = 1000
  /// About the most bytes of payload of one page, unless one item alone has more.
  package var pageBytes = 4_000_000

  /// Creates settings that suit notes.
  package init() {}
}
